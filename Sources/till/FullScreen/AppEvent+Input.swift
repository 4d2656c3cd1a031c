import Terminal
import TillCore
import TillUI

extension AppEvent {
    /// What a key or the mouse means to the application; nil for nothing.
    ///
    /// - Parameter shown: what stands on the screen, for whoever points at it.
    @MainActor init?(_ event: InputEvent, _ state: AppState, shown: Canvas?) {
        switch event {
        case .key(KeyPress(.character("z"), modifiers: .control)):
            self = .suspendWanted(canResume: JobControl.canSuspend)
        case .key(let key):
            let command = KeyMap.command(for: key, isTyping: state.wantsText, pans: state.pansPicture)
            guard let command else { return nil }
            self = .command(command)
        case .paste(let text): self = .paste(text)
        case .mouse(let mouse): self.init(mouse, shown)
        case .focus: return nil
        }
    }

    private init?(_ mouse: MouseEvent, _ shown: Canvas?) {
        guard mouse.action == .press, mouse.modifiers.isEmpty else { return nil }
        switch mouse.button {
        case .left:
            switch shown?.target(at: mouse.position) {
            case .choice(let number): self = .pointed(.choice(number))
            case .row(let index): self = .pointed(.row(index))
            case nil: return nil
            }
        case .wheelUp: self = .wheel(isDown: false)
        case .wheelDown: self = .wheel(isDown: true)
        case .middle, .right, .none: return nil
        }
    }
}
