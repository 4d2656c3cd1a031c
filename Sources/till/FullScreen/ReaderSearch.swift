import Dispatch
import HeftKit
import HeftTransport
import TillCore

/// Has the sources list and search readers, for so long as a search takes, and tells what they say. On the main queue.
@MainActor final class ReaderSearch {
    private let manager: HeftManager
    private let timers: any TimerScheduler
    private let post: @MainActor (ReaderEvent) -> Void
    private let postPairing: @MainActor (PairingNews) -> Void
    private var pairing: (any RunningPairing)?
    private var answers: [Int: @Sendable (PairingAnswer) -> Void] = [:]
    private var end: (any ScheduledTimer)?
    private var countdown: (any ScheduledTimer)?
    /// Counts the searches, so that the end of an old one does not end a new one.
    private var number = 0

    init(
        _ readers: ReaderWorld, post: @escaping @MainActor (ReaderEvent) -> Void,
        postPairing: @escaping @MainActor (PairingNews) -> Void
    ) {
        manager = readers.manager
        timers = readers.timers
        self.post = post
        self.postPairing = postPairing
        // What is paired shows itself as soon as the adapter has told of it.
        readers.bluetooth?.observe(on: .main) { [weak self] change in
            MainActor.assumeIsolated { self?.take(change) }
        }
        readers.bluetooth?.prepare(on: .main) { _ in }
    }

    private func take(_ change: BluetoothReaderSource.Change) {
        switch change {
        case .readers: list()
        case .adapter(let problem):
            if let problem { post(.problem(problem)) }
        }
    }

    // MARK: Pairing

    func pair(_ device: ReaderDevice) {
        pairing = manager.pair(device) { [weak self] event in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(event) }
            }
        } completion: { [weak self] reason in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.finishPairing(reason) }
            }
        }
        if pairing == nil { finishPairing(nil) }
    }

    func answerPairing(_ number: Int, _ answer: PairingAnswer) {
        answers.removeValue(forKey: number)?(answer)
    }

    func stopPairing() { pairing?.cancel() }

    private func take(_ event: PairingEvent) {
        switch event {
        case .asked(let question, let answer):
            answers[question.number] = answer
            postPairing(.asked(question))
        case .withdrawn(let number):
            answers[number] = nil
            postPairing(.withdrawn(number))
        }
    }

    private func finishPairing(_ reason: CloseReason?) {
        pairing = nil
        answers = [:]
        guard let reason else { return postPairing(.paired) }
        let text = reason.text
        postPairing(.notPaired(text.prefix(1).uppercased() + text.dropFirst() + "."))
    }

    func list() {
        post(.listed(manager.knownReaders))
    }

    func start() {
        list()
        number += 1
        let search = number
        manager.search { [weak self] event in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(event, of: search) }
            }
        }
        end = timers.schedule(after: .seconds(ReaderListing.searchSeconds), on: .main) { [manager] in
            manager.stopDiscovery()
        }
    }

    func stop() {
        end?.cancel()
        manager.stopDiscovery()
    }

    func forget(_ device: ReaderDevice) {
        manager.forget(device)
    }

    /// - Parameter number: comes back with the event.
    func autoConnect(_ number: Int, afterSeconds seconds: Int) {
        countdown = timers.schedule(after: .seconds(seconds), on: .main) { [weak self] in
            MainActor.assumeIsolated { self?.post(.autoConnectDue(number)) }
        }
    }

    private func take(_ event: DiscoveryEvent, of search: Int) {
        switch event {
        case .found(let device): post(.seen(ReaderSighting(device)))
        case .seen(let sighting): post(.seen(sighting))
        case .lost(let device): post(.lost(device))
        case .problem(let problem): post(.problem(problem))
        case .finished:
            guard search == number else { return }
            end?.cancel()
            post(.searchEnded)
        }
    }
}
