import ChargeURL
import Money
import Testing

@Suite("What a person reads") struct MessageTests {
    private static let requestErrors: [(ChargeRequestError, String, ChargeParameter?)] = [
        (
            .malformed(.tooLong(bytesMax: 65536)),
            "The charge request cannot be read. The address is too long; it may have 65536 bytes.", nil
        ),
        (
            .malformed(.unencodedByte(position: 3)),
            "The charge request cannot be read. The address has a character at position 3 that must be percent-encoded.",
            nil
        ),
        (
            .malformed(.noScheme),
            "The charge request cannot be read. The address does not begin with a scheme, such as “https:”.", nil
        ),
        (.otherScheme("https"), "“https:” is not the scheme of a charge request.", nil),
        (
            .otherPath,
            "This is no charge request; it must begin with com-innerfence-ccterminal://charge/1.0.0/", nil
        ),
        (.otherVersion("2.0.0"), "Version 2.0.0 of charge requests is not known; use 1.0.0.", nil),
        (.fragment, "The charge request has a “#”; encode it as %23.", nil),
        (
            .badPercentEncoding(parameter: "zip"),
            "“zip” has a “%” that is not followed by two hexadecimal digits; encode it as %25.", .zip
        ),
        (
            .badPercentEncoding(parameter: "other"),
            "“other” has a “%” that is not followed by two hexadecimal digits; encode it as %25.", nil
        ),
        (.notUTF8(.city), "“city” is not UTF-8.", .city),
        (.repeated(.fileMaker), "“fm” is given twice; give it once.", .fileMaker),
        (.amount(.empty), "“amount” is not an amount; give digits and one point, such as 10.99.", .amount),
        (
            .amount(.tooManyDecimals(text: "1.000", count: 3, currency: .usd)),
            "“amount” has too many decimals; USD has 2.", .amount
        ),
        (
            .amount(.tooManyDecimals(text: "1.0", count: 1, currency: .jpy)),
            "“amount” has too many decimals; JPY has none.", .amount
        ),
        (.amountTooLong(digitsMax: 15), "“amount” is too long; it may have 15 digits.", .amount),
        (
            .fixedWithoutAmount, "“amountFixed” is 1 and “amount” is missing; give both or neither.", .amountFixed
        ),
        (
            .unknownCurrency, "“currency” is not the code of a currency; give three letters, such as USD.", .currency
        ),
        (
            .taxRate(.empty), "“taxRate” is not a percentage; give one such as 8.125, with up to 3 decimals.", .taxRate
        ),
        (.taxRateTooHigh, "“taxRate” is too high; it must be below 100.", .taxRate),
        (.email, "“email” is not an e-mail address.", .email),
        (.emailTooLong(scalarsMax: 255), "“email” is too long; it may have 255 characters.", .email),
        (
            .returnURL(.refusedScheme("file")),
            "“returnURL” is refused. An address that begins with “file:” is never opened.", .returnURL
        ),
        (.returnURL(.controlCharacter), "“returnURL” is refused. The address has a control character.", .returnURL),
        (
            .returnURL(.badPercentEncoding),
            "“returnURL” is refused. The address has a “%” that is not followed by two hexadecimal digits.", .returnURL
        ),
        (
            .returnURL(.reservedName("ifcc_amount")),
            "“returnURL” is refused. The address has “ifcc_amount” already, which is a field of the answer.", .returnURL
        ),
        (
            .returnURL(.malformed(.noScheme)),
            "“returnURL” is refused. The address does not begin with a scheme, such as “https:”.", .returnURL
        ),
    ]

    @Test("of a refused request says what is wrong and with which parameter", arguments: requestErrors)
    func request(error: ChargeRequestError, text: String, parameter: ChargeParameter?) {
        #expect(error.description == text && error.parameter == parameter)
        #expect(ChargeSubmissionError.refused(error).description == text)
    }

    @Test(
        "of a request that is not sent says why",
        arguments: [
            (.adjusted(.shortened(.zip, scalarsMax: 20)), "“zip” is too long; it may have 20 characters."),
            (.adjusted(.cleaned(.city)), "“city” has characters that do not print; leave them out."),
            (.adjusted(.flagNotSet(.fileMaker)), "“fm” is neither 1 nor 0; give one of them."),
            (.reservedName("ifcc_x"), "“ifcc_x” is a name of the protocol; use another."),
            (.notInstalled, "No program is installed that takes charge requests; install one."),
            (.nonceStore(.notPrivate(path: "/n")), "The file /n may be read by others; remove it."),
            (
                .nonceStore(.notOpened(path: "/n", code: 2)),
                "The file /n cannot be opened: No such file or directory."
            ),
            (
                .nonceStore(.notWritten(path: "/n", code: 28)),
                "The file /n cannot be written: No space left on device."
            ),
            (.notOpened(.noCommand), "No program is set that opens addresses."),
            (
                .notOpened(.refused(.refusedScheme("data"))),
                "An address that begins with “data:” is never opened."
            ),
            (
                .notOpened(.notStarted(program: "xdg-open", code: 2)),
                "xdg-open cannot be started: No such file or directory."
            ),
            (
                .notOpened(.failed(program: "xdg-open", status: 3)),
                "xdg-open could not open the address and ended with status 3."
            ),
            (
                .notOpened(.killed(program: "xdg-open", signal: 9)),
                "xdg-open was ended by signal 9 before it had opened the address."
            ),
            (.notOpened(.tookTooLong(program: "xdg-mime")), "xdg-mime did not answer in time."),
        ] as [(ChargeSubmissionError, String)])
    func submission(error: ChargeSubmissionError, text: String) {
        #expect(error.description == text)
    }

    @Test(
        "of a change to a request says what was changed",
        arguments: [
            (.shortened(.zip, scalarsMax: 20), "“zip” was shortened to 20 characters."),
            (.cleaned(.city), "“city” had characters that do not print; they were left out."),
            (.flagNotSet(.fileMaker), "“fm” is not 1, so it does not apply."),
        ] as [(ChargeAdjustment, String)])
    func adjustment(adjustment: ChargeAdjustment, text: String) {
        #expect(adjustment.description == text)
    }

    @Test(
        "of an answer that is not taken says why",
        arguments: [
            (
                .malformed(.noScheme),
                "The answer cannot be read. The address does not begin with a scheme, such as “https:”."
            ),
            (.badEncoding(parameter: "a"), "“a” in the answer is not encoded as it should be."),
            (.repeated("ifcc_amount"), "“ifcc_amount” stands in the answer twice."),
            (.noResponseType, "The address is not the answer to a charge."),
            (.unknownResponseType, "The answer is neither approved, cancelled, declined nor error."),
            (.missing(.amount), "“ifcc_amount” is missing in the answer."),
            (.invalid(.taxRate), "“ifcc_taxRate” in the answer is not valid."),
            (.unexpected(.transactionID), "“ifcc_transactionId” has no place in this answer."),
            (.nonceMissing, "The answer does not say which request it belongs to."),
            (.nonceUnknown, "The answer belongs to no request that waits for one."),
            (.noneOutstanding, "No charge request waits for an answer."),
            (.nonceStore(.notPrivate(path: "/n")), "The file /n may be read by others; remove it."),
        ] as [(ChargeAnswerError, String)])
    func answer(error: ChargeAnswerError, text: String) {
        #expect(error.description == text)
    }

    @Test("repeats no control character, whatever the URL had") func controlCharacters() {
        let queries = [
            "%1B%5B2J=%zz", "amount=1%1B", "taxRate=%1B", "currency=%1B", "email=%1B", "returnURL=a:%1B", "%0A%zz=1",
        ]
        for url in queries.map({ Charge.base + "?" + $0 }) + ["com-innerfence-ccterminal://charge/%1B9/"] {
            do {
                _ = try ChargeRequest(url)
                Issue.record("\(url) was read")
            } catch {
                #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
    }
}
