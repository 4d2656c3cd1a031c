import Testing

@testable import TillJournal

@Suite("Journal errors") struct JournalErrorTests {
    private static let path = "/b/journal.sqlite"

    private static let sentences: [(error: JournalError, sentence: String)] = [
        (
            JournalError.noStateFolder,
            """
            The till does not know where to keep its books. \
            Set HOME or XDG_STATE_HOME and start again.
            """
        ),
        (
            .cannotCreateFolder(folder: "/b", code: 13),
            """
            The folder /b for the books cannot be made. \
            Make it, or allow the till to, and start again.
            """
        ),
        (
            .missing(path: path),
            """
            There are no books at /b/journal.sqlite yet. \
            Start the till once, and it begins them.
            """
        ),
        (
            .locked(path: path, pid: 4711),
            """
            Another till, process 4711, has the books /b/journal.sqlite open. \
            Close it first, or go on there.
            """
        ),
        (
            .locked(path: path, pid: nil),
            "Another till has the books /b/journal.sqlite open. Close it first, or go on there."
        ),
        (
            .readOnly(path: path),
            """
            The books /b/journal.sqlite cannot be read and written by this user. \
            Allow both, for the file and its folder, then try again.
            """
        ),
        (
            .diskFull(path: path),
            """
            The disk that holds the books /b/journal.sqlite is full. \
            Free some space, then save again.
            """
        ),
        (.busy(path: path), "Another program holds the books /b/journal.sqlite. Close it, then try again."),
        (
            .corrupt(path: path, detail: "x"),
            """
            The books /b/journal.sqlite are damaged and were left as they are. \
            Put the file aside, keep it, and bring back a copy.
            """
        ),
        (
            .foreign(path: path),
            """
            The file /b/journal.sqlite belongs to another program and was left as it is. \
            Choose another place for the books.
            """
        ),
        (
            .newerSchema(path: path, found: 3, known: 1),
            """
            The books /b/journal.sqlite were written by a newer till and were left as they are. \
            Install that version again.
            """
        ),
        (
            .olderSchema(path: path, found: 1, known: 3),
            """
            The books /b/journal.sqlite were written by an older till. \
            Start the till once, and it brings them up to date.
            """
        ),
        (
            .wrongBooks(path: path, heldBooks: .real),
            """
            These are the books of real card readers. \
            Operations of a simulated reader go to books of their own.
            """
        ),
        (
            .wrongBooks(path: path, heldBooks: .simulated),
            """
            These are the books of simulated readers. \
            Operations of a real card reader go to books of their own.
            """
        ),
        (
            .referenceTaken(reference: "A1"),
            """
            An operation with the reference A1 stands in the books already. \
            Begin again with a new reference.
            """
        ),
        (.unfitReference, "The reference does not fit. Use 1 to 25 letters, digits and signs."),
        (
            .unknownOperation(sequence: 7),
            "Operation 7 is not in these books. Look for it in the other books of this till."
        ),
        (.refused(.noAmount), "There is no amount. Type one above zero."),
        (
            .alreadyThere(path: path),
            "There is a file /b/journal.sqlite already, and it was left as it is. Choose another name."
        ),
        (.closed(path: path), "The books /b/journal.sqlite have been closed. Start the till again."),
        (
            .failed(path: path, code: 522, detail: "disk I/O error"),
            "The books /b/journal.sqlite could not be used. Check the disk, then try again."
        ),
    ]

    @Test("say what happened and what to do", arguments: sentences)
    func sentence(error: JournalError, sentence: String) {
        #expect(error.sentence == sentence)
    }
}
