import Dispatch
import Terminal
import TillCore

/// Calls the cashier so many times by bell, by flash, or by both. The pauses between keep the rings apart, for an ear
/// that counts them, and keep flashes below three a second.
@MainActor final class Ringer {
    private static let pause = DispatchTimeInterval.milliseconds(400)

    private let screen: CursesScreen
    private var left = 0
    private var sound = Sound.off
    private var isPausing = false

    init(_ screen: CursesScreen) {
        self.screen = screen
    }

    /// Rings. What still rings is not rung on top of it: the longer of the two is heard.
    func ring(_ count: Int, _ sound: Sound) {
        self.sound = sound
        left = max(left, count)
        if !isPausing { next() }
    }

    private func next() {
        guard left > 0 else { return }
        left -= 1
        switch sound {
        case .off: break
        case .bell: screen.bell()
        case .flash: screen.flash()
        case .both:
            screen.bell()
            screen.flash()
        }
        isPausing = true
        DispatchQueue.main.asyncAfter(deadline: .now() + Ringer.pause) { [weak self] in
            MainActor.assumeIsolated {
                self?.isPausing = false
                self?.next()
            }
        }
    }
}
