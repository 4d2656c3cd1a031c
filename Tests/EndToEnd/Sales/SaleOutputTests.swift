import Testing

@Suite("What till sale prints") struct SaleOutputTests {
    @Test("the steps go to standard error and one line to standard output")
    func plain() throws {
        let end = try Shop().run("sale", "12.34", "--currency", "GBP", "--reference", "Table 4")
        #expect(end.status == 0)
        #expect(
            end.error == """
                Waiting for card
                Card inserted
                The customer chooses the application
                Waiting for PIN entry
                Calling the bank
                Asking the bank
                Waiting for the bank's answer
                Closing the line to the bank
                12.34 GBP was taken. Give the receipt.

                """)
        #expect(
            end.output == "APPROVED  12.34 GBP  VISA ************1111  auth 005354  ref Table 4  SIMULATED\n")
    }

    @Test("a reference of the till's own stands in the books and on the result")
    func ownReference() throws {
        let shop = try Shop()
        let document = try JSONValue(shop.run("sale", "1", "--currency", "GBP", "--json").output)
        let reference = try #require(document["reference"]?.string)
        #expect(reference.hasPrefix("T1-000001-"))
        #expect(document["customerReference"]?.string == reference)
    }

    @Test("--json prints the same fields for every result, and nothing else")
    func documents() throws {
        let shop = try Shop()
        let required: Set = [
            "authorisationCode", "cardEntry", "cardScheme", "customerReference", "heading", "isRecovered",
            "isSimulated", "kind", "maskedCardNumber", "message", "reference", "result", "sequence", "startedAt",
            "statusCode", "text", "verificationMethod",
        ]
        let optional: Set = [
            "amount", "authorisedAmount", "currency", "due", "finishedAt", "gratuity", "total", "transactionID",
        ]
        for amount in ["12.34", "10", "20", "30", "37.57"] {
            let end = try shop.run("sale", amount, "--currency", "GBP", "--json")
            #expect(end.output.filter { $0 == "\n" }.count == 1)
            guard case .object(let members) = try JSONValue(end.output) else {
                Issue.record("no object: \(end.output)")
                continue
            }
            #expect(required.subtracting(members.keys).isEmpty)
            #expect(Set(members.keys).subtracting(required).subtracting(optional).isEmpty)
        }
    }

    @Test("times are told in the place's own time", arguments: [("UTC", "Z"), ("XST-5:30", "+05:30")])
    func timeZone(zone: String, offset: String) throws {
        let shop = try Shop()
        let end = try shop.run("sale", "1", "--currency", "GBP", "--json", settings: ["TZ": zone])
        let started = try #require(try JSONValue(end.output)["startedAt"]?.string)
        #expect(started.hasSuffix(offset), "\(started)")
    }

    @Test("the secret and whole card numbers stand in no output and in no file")
    func secrets() throws {
        let shop = try Shop()
        var outputs: [String] = []
        for words in [
            ["sale", "12.34"], ["sale", "10"], ["sale", "20"], ["sale", "37.57"], ["sale", "90.05"],
            ["sale", "30", "--signature", "accept"],
        ] {
            for form in [[], ["--json"]] {
                let end = try shop.run(words + ["--currency", "GBP"] + form)
                outputs.append(end.output + end.error)
            }
        }
        for words in [["history"], ["history", "--json"], ["recover", "--json"], ["devices", "--json"]] {
            let end = try shop.run(words)
            outputs.append(end.output + end.error)
        }
        // Killed in the middle, it leaves its unfinished files behind.
        _ = try shop.run("sale", "12.34", "--currency", "GBP", settings: ["TILL_CRASH_AT": "host-answered"])
        #expect(outputs.flatMap { Secrets.found(in: Array($0.utf8), of: "an output") } == [])
        let files = try shop.everyFile()
        #expect(files.keys.contains("state/till/simulated-journal.sqlite"))
        let host = try shop.readerBooks().host.transactions
        let known = Set(host.flatMap { [$0.id, $0.authorisationCode] } + ["000012348421"])
            .union(try shop.history().flatMap { [$0["reference"], $0["transactionID"]].compactMap { $0?.string } })
        #expect(files.flatMap { Secrets.found(in: $0.value, of: $0.key, apartFrom: known) } == [])
    }

    @Test("what must not be found would be found")
    func secretsAreFound() {
        let secret = "0102030405060708091011121314151617181920212223242526272829303132"
        #expect(!Secrets.found(in: Array("a \(secret)".utf8), of: "a text").isEmpty)
        #expect(!Secrets.found(in: Array("card 4111111111111111.".utf8), of: "a text").isEmpty)
        #expect(!Secrets.found(in: Array("card 4111111111111111.".utf8), of: "a text", apartFrom: ["card"]).isEmpty)
        #expect(Secrets.found(in: Array("id 4016717021192".utf8), of: "a text", apartFrom: ["021192"]).isEmpty)
        #expect(Secrets.found(in: Array("card ************1111, 20261130021039".utf8), of: "a text").isEmpty)
    }

    @Test(
        "who reads the output may go away: the sale ends with its outcome in the books",
        arguments: [TillProcess.Sink.brokenPipe, .closed], [true, false])
    func nobodyReads(sink: TillProcess.Sink, isErrorToo: Bool) throws {
        let shop = try Shop()
        let till = try shop.start(
            "sale", "12.34", "--currency", "GBP", output: sink, error: isErrorToo ? sink : .pipe)
        #expect(try till.waitForEnd().status == 0)
        #expect(try shop.history().map { $0["result"] } == ["approved"])
        #expect(try shop.readerBooks().moved.count == 1)
        // Nothing that was meant for a person has got into a file.
        let files = try shop.everyFile()
        let words = ["was taken. Give the receipt.", "APPROVED  12.34"]
        let written = files.filter { file in
            words.contains { String(decoding: file.value, as: UTF8.self).contains($0) }
        }
        #expect(written.keys.sorted() == [])
    }
}
