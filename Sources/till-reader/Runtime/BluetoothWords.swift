import HeftTransport

/// Why this computer cannot be a reader at Bluetooth, in a sentence with what to do.
enum BluetoothWords {
    static func sentence(_ reason: CloseReason) -> String {
        switch reason {
        case .adapter(let problem): sentence(problem)
        case .busy: "Another program has this computer's serial service. End that one first."
        case .serviceLost: "The Bluetooth service ended. Wait a moment; the reader goes on when it is back."
        default: "Bluetooth cannot be used: \(reason)."
        }
    }

    private static func sentence(_ problem: SearchProblem) -> String {
        switch problem {
        case .noAdapter: "This computer has no Bluetooth adapter. Plug one in, then start again."
        case .adapterOff: "Bluetooth is switched off. Run bluetoothctl power on, then start again."
        case .adapterBlocked: "Bluetooth is blocked. Run rfkill unblock bluetooth, then start again."
        case .serviceNotRunning: "The Bluetooth service does not run. Run systemctl start bluetooth, then start again."
        case .notPermitted: "You may not use Bluetooth. Ask whoever looks after this computer."
        case .busy: "Bluetooth is busy. Wait a moment, then start again."
        }
    }
}
