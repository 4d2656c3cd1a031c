import HeftTransport
import HeftWire

// The types of the wire and of transport that are part of this module's face. Whoever uses a connection names them
// through HeftKit and need not know the layers below.

package typealias ReaderOperation = HeftWire.ReaderOperation
package typealias OperationCompletion = HeftWire.ReaderSession.Completion
package typealias RequestDelivery = HeftWire.ReaderSession.Delivery
package typealias HostExchange = HeftWire.ReaderSession.HostExchange
package typealias HostAnswer = HeftWire.ReaderSession.HostAnswer
package typealias FinanceResult = HeftWire.FinanceResult
package typealias FinanceOptions = HeftWire.FinanceOptions
package typealias FinancialStatus = HeftWire.FinancialStatus
package typealias StatusEvent = HeftWire.StatusEvent
package typealias SignatureRequest = HeftWire.SignatureRequest
package typealias ReaderStatus = HeftWire.Status
package typealias LinkFailure = HeftWire.LinkFailure
package typealias CurrencyNumber = HeftWire.CurrencyNumber
package typealias ReaderDevice = HeftTransport.ReaderDevice
package typealias ReaderSighting = HeftTransport.ReaderSighting
package typealias SearchProblem = HeftTransport.SearchProblem
package typealias DiscoveryEvent = HeftTransport.DiscoveryEvent
package typealias CloseReason = HeftTransport.CloseReason
package typealias PairingQuestion = HeftTransport.PairingQuestion
package typealias PairingAnswer = HeftTransport.PairingAnswer
package typealias PairingEvent = HeftTransport.PairingEvent
package typealias PairingFailure = HeftTransport.PairingFailure
package typealias RunningPairing = HeftTransport.RunningPairing
