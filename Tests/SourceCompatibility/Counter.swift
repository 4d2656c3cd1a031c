import HeftKit

final class Counter: HeftDiscoveryDelegate, HeftStatusReportDelegate {
    let manager: HeftManager
    let secret: String

    init(manager: HeftManager, secret: String) {
        self.manager = manager
        self.secret = secret
        manager.delegate = self
        manager.startDiscovery()
    }

    func didFindAccessoryDevice(_ newDevice: HeftRemoteDevice) {}
    func didLostAccessoryDevice(_ oldDevice: HeftRemoteDevice) {}
    func didDiscoverFinished() {
        guard let device = manager.connectedCardReaders.first else { return }
        manager.client(for: device, sharedSecret: secret, delegate: self)
    }

    func didConnect(_ client: any HeftClient) {
        if client.isTransactionResultPending, client.retrievePendingTransaction() { return }
        _ = client.sale(withAmount: 1250, currency: "GBP", cardholder: true)
    }

    func responseFinanceStatus(_ info: FinanceResponseInfo) { print(info) }
    func responseRecoveredTransactionStatus(_ info: FinanceResponseInfo?) { if let info { print(info) } }
    func responseStatus(_ info: any ResponseInfo) { print(info.status) }
    func responseError(_ info: any ResponseInfo) { print(info.status) }
    func requestSignature(_ receipt: String) {}
    func cancelSignature() {}
}
