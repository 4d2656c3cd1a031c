import ChargeURL
import Files

/// Where the program keeps what it knows its answers by.
struct DemoFolder {
    let nonces: FileNonceStore
    let records: DemoRecords
    let answers: KeptAnswers
    /// Where a run that shows answers hears that another one has kept one.
    let places: [String]

    /// `$XDG_STATE_HOME/charge-demo`, or `~/.local/state/charge-demo`. Nil where no such folder can be made.
    init?(environment: [String: String]) {
        let state: String
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") {
            state = folder
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            state = home + "/.local/state"
        } else {
            return nil
        }
        let path = state + "/charge-demo"
        do throws(FileError) {
            try Folder.make(path)
        } catch {
            return nil
        }
        nonces = FileNonceStore(path: path + "/nonces")
        records = DemoRecords(path: path + "/records")
        answers = KeptAnswers(path: path + "/answers")
        places = LocalSocket.places("charge-demo.sock", environment: environment, folder: path)
    }
}
