import Dispatch
import HeftKit
import Synchronization

/// The reference's walk-through as an iOS developer wrote it in Swift; what it shows goes to `shown`.
final class ViewController: HeftDiscoveryDelegate, HeftStatusReportDelegate {
    private let state = Mutex<(any HeftClient)?>(nil)
    let manager: HeftManager
    let sharedSecret: String
    let amount: Int
    let shown: @Sendable (String) -> Void

    var heftClient: (any HeftClient)? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    init(manager: HeftManager, sharedSecret: String, amount: Int, shown: @escaping @Sendable (String) -> Void) {
        self.manager = manager
        self.sharedSecret = sharedSecret
        self.amount = amount
        self.shown = shown
        manager.delegate = self
        manager.startDiscovery()
    }

    // MARK: HeftDiscoveryDelegate

    func didFindAccessoryDevice(_ newDevice: HeftRemoteDevice) { shown("found \(newDevice.name)") }

    func didDiscoverFinished() {
        if let device = manager.connectedCardReaders.first {
            manager.client(for: device, sharedSecret: sharedSecret, delegate: self)
        }
    }

    func didLostAccessoryDevice(_ oldDevice: HeftRemoteDevice) { shown("lost \(oldDevice.name)") }

    // MARK: HeftStatusReportDelegate

    func didConnect(_ client: any HeftClient) {
        heftClient = client
        if client.isTransactionResultPending {
            _ = client.retrievePendingTransaction()
            return
        }
        let options = SaleOptions()
        options.customerReference = "Table 4"
        if !client.sale(withAmount: amount, currency: "GBP", cardholder: true, options: options) {
            shown("not sent")
        }
    }

    func responseStatus(_ info: any ResponseInfo) {
        if info.statusCode == 0x0014 { shown(info.statusName) }
    }

    func responseError(_ info: any ResponseInfo) { shown("error \(info.status)") }

    func responseFinanceStatus(_ info: FinanceResponseInfo) {
        let finStatus = info.finStatus
        if finStatus == "AUTHORISED" {
            shown("fulfil \(info.toDictionary()["customerReference"] ?? "")")
        } else if finStatus == "DECLINED" {
            shown("declined")
        } else if finStatus == "CANCELLED" {
            shown("cancelled")
        } else if finStatus == "PARTIAL_APPROVAL" {
            shown("due \(Int(info.dueAmount) ?? 0)")
        } else if finStatus == "UNDEFINED" {
            shown("recover")
        }
    }

    func requestSignature(_ receipt: String) {
        shown(receipt.hasPrefix("http") ? "signature at an address" : "signature here")
        heftClient?.acceptSignature(true)
    }

    func cancelSignature() { shown("signature withdrawn") }

    func responseRecoveredTransactionStatus(_ info: FinanceResponseInfo?) {
        shown("recovered \(info?.finStatus ?? "nothing")")
    }
}

/// The options of the article "From iOS to Linux".
func saleWithOptions(_ client: any HeftClient) -> Bool {
    let options = SaleOptions()
    options.customerReference = "Table 4"
    let auth = MerchantAuth()
    let account = Credential()
    account.acquirer = Credential.getAcquirer(from: "VANTIV")
    account.mid = "merchant_id"
    account.tid = "terminal_id"
    auth.add(account)
    options.merchantAuth = auth
    let isSent = client.sale(withAmount: 1000, currency: "GBP", cardholder: true, options: options)
    return isSent
}

/// The reference's tip adjustment.
func adjustTip(_ transaction: String) -> Bool {
    let initialized = setupHandpointApiConnection("0102030405060708091011121314151617181920212223242526272829303132")
    return initialized
        && tipAdjustment(transaction, 1000) { status in
            if status == TipAdjustmentAuthorised {
                print("applied")
            } else if status == TipAdjustmentDeclined {
                print("declined")
            } else if status == TipAdjustmentFailed {
                print("try again")
            }
        }
}
