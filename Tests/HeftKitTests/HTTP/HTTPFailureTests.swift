import HeftKit
import Testing

@Suite("Why a host gave no answer") struct HTTPFailureTests {
    @Test(
        "is told in plain words, without the library's own",
        arguments: [
            (.notAllowed, "The reader asked for a host that this till may not reach. Check the list of hosts."),
            (.unreadable, "The reader's request to its bank makes no sense. Update the reader."),
            (.unreachable("x7"), "The bank's host cannot be reached. Check the network."),
            (
                .untrusted("x7"),
                "The bank's host cannot be trusted. Check this machine's date and time, and the certificates."
            ),
            (.timedOut, "The bank's host did not answer in time. Check the network."),
            (
                .redirected(code: 302),
                "The bank's host sends the till elsewhere, where it does not go. Ask the acquirer."
            ),
            (.tooLong, "The bank's answer is longer than a reader takes. Ask the acquirer."),
            (.broken("x7"), "The connection to the bank's host broke off. Check the network."),
            (.cancelled, "The exchange with the bank was given up."),
        ] as [(HTTPFailure, String)])
    func sentences(failure: HTTPFailure, sentence: String) {
        #expect(failure.sentence == sentence)
    }
}
