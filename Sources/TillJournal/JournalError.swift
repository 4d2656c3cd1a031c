/// Why the books could not be opened, read or written. Paths are those of the books' file.
package enum JournalError: Error, Equatable, Sendable {
    /// Neither `XDG_STATE_HOME` nor `HOME` names a folder.
    case noStateFolder
    /// `code` is an `errno`.
    case cannotCreateFolder(folder: String, code: Int32)
    /// There are no books to read yet.
    case missing(path: String)
    /// Another program writes these books; `pid` is nil when it has not said which.
    case locked(path: String, pid: Int32?)
    /// This user may not read or write the file or its folder, or the journal was opened for reading.
    case readOnly(path: String)
    case diskFull(path: String)
    /// Another program has kept the file for itself longer than we wait.
    case busy(path: String)
    /// The file is damaged. It was not changed.
    case corrupt(path: String, detail: String)
    /// The file is a database of some other program.
    case foreign(path: String)
    /// A newer till has written the file. It was not changed.
    case newerSchema(path: String, found: Int, known: Int)
    /// An older till has written the file, and it was opened for reading only.
    case olderSchema(path: String, found: Int, known: Int)
    /// A simulated reader's operation was to be written among real ones, or the other way round.
    case wrongBooks(path: String, heldBooks: Books)
    /// An operation with this reference stands in the books already.
    case referenceTaken(reference: String)
    /// A reference has 1 to ``JournalStore/referenceLengthMax`` visible ASCII characters.
    case unfitReference
    /// These books hold no operation with this number.
    case unknownOperation(sequence: Int64)
    /// What was asked for does not agree with what the books hold. Nothing was written.
    case refused(Refusal)
    /// There is a file of this name already, and it was left as it is.
    case alreadyThere(path: String)
    /// The journal was closed.
    case closed(path: String)
    /// Anything else that SQLite or the system reports; `code` is SQLite's extended result code.
    case failed(path: String, code: Int32, detail: String)
}

extension JournalError {
    /// What happened and what to do, for a person. Whether money moved is not for the books to say; the one who wrote to
    /// them knows. Codes and details are left to the log.
    package var sentence: String {
        switch self {
        case .noStateFolder:
            "The till does not know where to keep its books. Set HOME or XDG_STATE_HOME and start again."
        case .cannotCreateFolder(let folder, _):
            "The folder \(folder) for the books cannot be made. Make it, or allow the till to, and start again."
        case .missing(let path):
            "There are no books at \(path) yet. Start the till once, and it begins them."
        case .locked(let path, let pid?):
            "Another till, process \(pid), has the books \(path) open. Close it first, or go on there."
        case .locked(let path, nil):
            "Another till has the books \(path) open. Close it first, or go on there."
        case .readOnly(let path):
            "The books \(path) cannot be read and written by this user. Allow both, for the file and its folder, then try again."
        case .diskFull(let path):
            "The disk that holds the books \(path) is full. Free some space, then save again."
        case .busy(let path):
            "Another program holds the books \(path). Close it, then try again."
        case .corrupt(let path, _):
            "The books \(path) are damaged and were left as they are. Put the file aside, keep it, and bring back a copy."
        case .foreign(let path):
            "The file \(path) belongs to another program and was left as it is. Choose another place for the books."
        case .newerSchema(let path, _, _):
            "The books \(path) were written by a newer till and were left as they are. Install that version again."
        case .olderSchema(let path, _, _):
            "The books \(path) were written by an older till. Start the till once, and it brings them up to date."
        case .wrongBooks(_, .real):
            "These are the books of real card readers. Operations of a simulated reader go to books of their own."
        case .wrongBooks(_, .simulated):
            "These are the books of simulated readers. Operations of a real card reader go to books of their own."
        case .referenceTaken(let reference):
            "An operation with the reference \(reference) stands in the books already. Begin again with a new reference."
        case .unfitReference:
            "The reference does not fit. Use 1 to \(JournalStore.referenceLengthMax) letters, digits and signs."
        case .unknownOperation(let sequence):
            "Operation \(sequence) is not in these books. Look for it in the other books of this till."
        case .refused(let refusal): refusal.sentence
        case .alreadyThere(let path):
            "There is a file \(path) already, and it was left as it is. Choose another name."
        case .closed(let path):
            "The books \(path) have been closed. Start the till again."
        case .failed(let path, _, _):
            "The books \(path) could not be used. Check the disk, then try again."
        }
    }
}
