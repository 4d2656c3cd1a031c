/// Which Bluetooth devices count as card readers.
package struct ReaderFilter: Equatable, Sendable {
    /// The kinds of device that call themselves something that no card reader is, by the major number of their class:
    /// computer, telephone, network access point, audio and video, imaging, wearable, toy, health.
    package static let otherThings: Set<Int> = [1, 2, 3, 4, 6, 7, 8, 9]

    /// A name that matches is a reader's: `*` stands for any characters, `?` for one; upper and lower case are the same.
    package var namePattern: String
    /// Major classes of devices that are none, unless they offer a serial service.
    package var excludedClasses: Set<Int>
    /// Whether everything else is listed too, because a person asked for it.
    package var includesOthers: Bool

    package init(
        namePattern: String = "*", excludedClasses: Set<Int> = ReaderFilter.otherThings, includesOthers: Bool = false
    ) {
        self.namePattern = namePattern
        self.excludedClasses = excludedClasses
        self.includesOthers = includesOthers
    }

    /// The serial port profile.
    static let serialService = "00001101-0000-1000-8000-00805f9b34fb"

    /// Whether a device is to be listed.
    ///
    /// Services are mostly not known before pairing, so their absence says nothing.
    func admits(_ device: BluetoothDevice) -> Bool {
        guard !includesOthers else { return true }
        guard matches(device.name ?? "") else { return false }
        return device.services.contains(ReaderFilter.serialService) || !isOtherThing(device.deviceClass)
    }

    private func isOtherThing(_ deviceClass: Int?) -> Bool {
        guard let deviceClass else { return false }
        let major = deviceClass >> 8 & 0x1F
        // Card readers are peripherals, and so are keyboards and mice, which say so in two bits of their own.
        if major == ReaderFilter.peripheral, deviceClass >> 6 & 3 != 0 { return true }
        return excludedClasses.contains(major)
    }

    private static let peripheral = 5

    private func matches(_ name: String) -> Bool {
        ReaderFilter.matches(Array(name.lowercased()), Array(namePattern.lowercased()))
    }

    /// Each `*` first stands for nothing, and for one character more whenever what follows it does not fit.
    private static func matches(_ name: [Character], _ pattern: [Character]) -> Bool {
        var place = 0
        var step = 0
        var star: (step: Int, place: Int)?
        while place < name.count {
            if step < pattern.count, pattern[step] == "*" {
                star = (step, place)
                step += 1
            } else if step < pattern.count, pattern[step] == "?" || pattern[step] == name[place] {
                step += 1
                place += 1
            } else if let last = star {
                star = (last.step, last.place + 1)
                step = last.step + 1
                place = last.place + 1
            } else {
                return false
            }
        }
        return pattern[step...].allSatisfy { $0 == "*" }
    }
}
