import HeftKit

// What a reader says is part of this module's face: views show it and need not know how it is reached.

package typealias StatusEvent = HeftKit.StatusEvent
package typealias SignatureRequest = HeftKit.SignatureRequest
package typealias ReaderDevice = HeftKit.ReaderDevice
package typealias LinkFailure = HeftKit.LinkFailure
package typealias HeftError = HeftKit.HeftError
package typealias ReaderSighting = HeftKit.ReaderSighting
package typealias SearchProblem = HeftKit.SearchProblem
package typealias PairingQuestion = HeftKit.PairingQuestion
package typealias PairingAnswer = HeftKit.PairingAnswer
