/// What a command line asks for.
struct DemoArguments: Equatable {
    /// Why a command line cannot be carried out.
    struct Failure: Error, Equatable {
        var message: String
    }

    /// An answer that this program was started with.
    var url: String?
    /// The till that is started in this terminal, where there is no desktop; nil to ask the desktop.
    var till: String?
    var wantsHelp = false

    init(_ words: [String]) throws(Failure) {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h", "help": wantsHelp = true
            case "--till":
                guard let path = words.popFirst(), !path.isEmpty else {
                    throw Failure(message: "--till needs a program: --till /usr/bin/till.")
                }
                till = path
            case _ where word.hasPrefix("--till="): till = String(word.dropFirst("--till=".count))
            case _ where word.hasPrefix("-"): throw Failure(message: "\(word) is no option of charge-demo.")
            default:
                guard url == nil else { throw Failure(message: "Give one address of an answer, or none.") }
                url = word
            }
        }
    }

    static let help = """
        charge-demo: a program with one button that asks a till for a payment

          charge-demo                        the form
              --till PATH                    hand requests to this till, where there is no desktop: to the one that
                                             runs already, else it is started here; its configuration names this
                                             program as charge.opener
          charge-demo URL                    an answer: shown by the charge-demo that runs, else here; without a
                                             terminal it is kept for the one that is started next

        """
}
