import Configuration
import Dispatch
import TillCore

/// What settings ask for that takes time: the screen goes on meanwhile.
enum SettingsWork {
    /// Changes that follow each other are written in their order.
    private static let queue = DispatchQueue(label: "settings")

    /// Writes changes into their file.
    @MainActor static func save(
        _ changes: [ConfigurationKey: ConfigurationValue], in file: ConfigurationFile?,
        then: @escaping @MainActor (SettingsAnswer) -> Void
    ) {
        guard let file else { return then(.notSaved("There is no file to keep settings in.")) }
        queue.async {
            let answer: SettingsAnswer
            do throws(ConfigurationFile.SaveFailure) {
                answer = .saved(try file.save(changes))
            } catch {
                answer = .notSaved(error.sentence)
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { then(answer) } }
        }
    }

    /// Compares what was typed with a supervisor's PIN. Where none is set, none is the right one.
    @MainActor static func check(
        _ typed: TypedPIN, by pin: SupervisorPIN?, then: @escaping @MainActor (Bool) -> Void
    ) {
        queue.async {
            let matches = pin?.matches(typed.text) ?? false
            DispatchQueue.main.async { MainActor.assumeIsolated { then(matches) } }
        }
    }
}
