import Configuration

extension AppState {
    /// The most characters of a typed value.
    private static let settingMax = 1000

    mutating func openSettings() -> [AppEffect] {
        turn(to: .settings(SettingsPage(settings.configuration, under: page)))
    }

    // MARK: The start

    /// Connects the reader that is set, once the books have said that nothing comes before.
    mutating func connectAtStart() -> [AppEffect] {
        guard !hasStarted else { return [] }
        hasStarted = true
        guard case .chooseReader = page, desk.device == nil, let reader = settings.startReader ?? readerThatIsSet
        else { return [] }
        return pass(.connect(reader))
    }

    private var readerThatIsSet: ReaderDevice? {
        switch settings.configuration.reader.choice {
        case .ask: nil
        case .simulated: readers.first { $0.kind == .simulated }
        case .address(let address):
            readers.first { $0.kind == .bluetooth && $0.address.uppercased() == address }
        case .wired(let place): readers.first { $0.address == place }
        }
    }

    // MARK: Keys

    mutating func takeSettings(_ command: AppCommand, _ settings: SettingsPage) -> [AppEffect] {
        if settings.typed != nil { return takeSettingsField(command, settings) }
        // What is being written must not be changed meanwhile.
        guard !settings.isSaving else { return [.bell(1)] }
        var changed = settings
        let count = settings.section.keys.count
        switch command {
        case .digit(let digit):
            guard let section = SettingsPage.Section(rawValue: digit) else { return [.bell(1)] }
            changed.section = section
            changed.marked = 0
        case .otherPanel:
            let all = SettingsPage.Section.allCases
            let index = all.firstIndex(of: settings.section) ?? 0
            changed.section = all[(index + 1) % all.count]
            changed.marked = 0
        case .up: changed.marked = max(0, settings.marked - 1)
        case .down: changed.marked = max(0, min(count - 1, settings.marked + 1))
        case .top: changed.marked = 0
        case .bottom: changed.marked = max(0, count - 1)
        case .confirm: return change(settings)
        case .save: return save(settings)
        case .back, .erase:
            guard settings.changed.isEmpty else {
                changed.draft = settings.saved
                page = .settings(changed)
                hint = .settingsUndone
                return []
            }
            return turnBack(to: settings.under)
        case .help: return turn(to: .help(under: page))
        case .attention:
            guard settings.changed.isEmpty else {
                hint = .saveSettingsFirst
                return [.bell(1)]
            }
            return takeAnywhere(command)
        default: return []
        }
        page = .settings(changed)
        return []
    }

    /// The next of the choices, or a field to type in.
    private mutating func change(_ settings: SettingsPage) -> [AppEffect] {
        guard let key = settings.markedKey else { return [.bell(1)] }
        var settings = settings
        switch key {
        case .supervisorPIN, .secretCommand, .chargeOpener, .chargeSendmail:
            hint = .setElsewhere(key)
            return [.bell(1)]
        default: break
        }
        let choices = key.choices
        guard !choices.isEmpty else {
            settings.typed = settings.draft.line(of: key)
            page = .settings(settings)
            return []
        }
        let index = choices.firstIndex(of: settings.draft.line(of: key)) ?? -1
        return set(key, to: .text(choices[(index + 1) % choices.count]), settings)
    }

    private mutating func takeSettingsField(_ command: AppCommand, _ settings: SettingsPage) -> [AppEffect] {
        var changed = settings
        let typed = settings.typed ?? ""
        switch command {
        case .text(let scalar):
            guard typed.count < AppState.settingMax, scalar.properties.generalCategory != .control else {
                return [.bell(1)]
            }
            changed.typed = typed + String(scalar)
        case .erase:
            guard !typed.isEmpty else { return [.bell(1)] }
            changed.typed = String(typed.dropLast())
        case .back: changed.typed = nil
        case .confirm:
            guard let key = settings.markedKey else { return [.bell(1)] }
            return set(key, to: key.value(typed: typed.trimmingSpaces), settings)
        case .help: return turn(to: .help(under: page))
        default: return []
        }
        page = .settings(changed)
        return []
    }

    /// A value that cannot be is told, and what was typed stays.
    private mutating func set(
        _ key: ConfigurationKey, to value: ConfigurationValue, _ settings: SettingsPage
    ) -> [AppEffect] {
        var settings = settings
        do throws(ConfigurationError.Reason) {
            try settings.draft.set(key, to: value)
        } catch {
            hint = .settingRefused(error)
            return [.bell(1)]
        }
        settings.typed = nil
        page = .settings(settings)
        if let conflict = settings.draft.conflicts.first { hint = .settingRefused(conflict.reason) }
        return []
    }

    /// A paste goes into the field that is open.
    mutating func paste(_ line: String, into settings: SettingsPage) -> [AppEffect] {
        guard let typed = settings.typed else { return [.bell(1)] }
        var settings = settings
        let printable = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
        settings.typed = String(
            (typed + String(String.UnicodeScalarView(printable))).prefix(AppState.settingMax))
        page = .settings(settings)
        return []
    }

    // MARK: Saving

    private mutating func save(_ settings: SettingsPage) -> [AppEffect] {
        let changed = settings.changed
        guard !changed.isEmpty, !settings.isSaving else {
            hint = .nothingToSave
            return []
        }
        if let conflict = settings.draft.conflicts.first {
            hint = .settingRefused(conflict.reason)
            return [.bell(1)]
        }
        guard self.settings.configurationPath != nil else {
            // A demo keeps nothing: what can count at once counts until its end.
            return show(.saved(settings.draft), on: settings)
        }
        var settings = settings
        settings.isSaving = true
        page = .settings(settings)
        return [
            .saveSettings(Dictionary(uniqueKeysWithValues: changed.map { ($0, settings.draft.value(of: $0)) }))
        ]
    }

    mutating func show(_ answer: SettingsAnswer) -> [AppEffect] {
        guard let settings = page.openSettings else {
            if case .saved(let configuration) = answer { self.settings.configuration = configuration }
            return []
        }
        return show(answer, on: settings)
    }

    private mutating func show(_ answer: SettingsAnswer, on settings: SettingsPage) -> [AppEffect] {
        switch answer {
        case .notSaved(let sentence):
            page.changeSettings { $0.isSaving = false }
            hint = .settingsNotSaved(sentence)
            return [.bell(1)]
        case .saved(let configuration):
            let changed = settings.changed
            for key in changed { self.settings.take(key, of: configuration) }
            self.settings.configuration = configuration
            // What is being rung up keeps the rules that it was begun with.
            if ticket.isBlank { ticket = Ticket(self.settings.ticketRules) }
            page.changeSettings { page in
                page.saved = configuration
                page.draft = configuration
                page.isSaving = false
            }
            hint =
                self.settings.configurationPath == nil
                ? .settingsNotKept : .settingsSaved(needsStart: changed.contains { !$0.countsAtOnce })
            return []
        }
    }
}

extension String {
    /// Without spaces at its ends.
    fileprivate var trimmingSpaces: String {
        let front = drop { $0 == " " }
        return String(front.reversed().drop { $0 == " " }.reversed())
    }
}
