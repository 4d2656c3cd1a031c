import Testing

@Suite("till pin") struct PINTests {
    @Test("it prints what is to stand in the configuration, and nothing of the PIN") func printed() throws {
        let shop = try Shop()
        let end = try shop.run(["pin"], input: "4711\n")
        #expect(end.status == 0)
        #expect(end.output.hasPrefix("staff:\n  supervisor-pin: scrypt$14$8$1$"))
        #expect(!(end.output + end.error).contains("4711\n"))
        try shop.write(end.output, to: shop.configuration)
        #expect(try shop.run("sale", "1.00", "--currency", "GBP").status == 0)
    }

    @Test("it writes it there, and comments stay") func saved() throws {
        let shop = try Shop()
        try shop.write("# mine\nstaff:\n  # old\n  supervisor-pin: \"\" # none\n", to: shop.configuration)
        let end = try shop.run(["pin", "--save"], input: "123456")
        #expect(end.status == 0)
        #expect(end.error == "The PIN was saved in \(shop.configuration).\n")
        #expect(end.output.isEmpty)
        let text = String(decoding: try #require(shop.contents(of: shop.configuration)), as: UTF8.self)
        #expect(text.hasPrefix("# mine\nstaff:\n  # old\n  supervisor-pin: \"scrypt$14$8$1$"))
        #expect(text.hasSuffix("\" # none\n"))
    }

    @Test("where there is no configuration, one is begun") func begun() throws {
        let shop = try Shop()
        #expect(try shop.run(["pin", "--save"], input: "123456").status == 0)
        let text = String(decoding: try #require(shop.contents(of: shop.configuration)), as: UTF8.self)
        #expect(text.hasPrefix("staff:\n  supervisor-pin: \"scrypt$"))
        #expect(try shop.run("sale", "1.00", "--currency", "GBP").status == 0)
    }

    @Test(
        "what is no PIN is refused, and nothing is written",
        arguments: [
            ("", "Standard input holds no PIN. Give it as one line."),
            ("1234\n1234\n", "Standard input holds no PIN. Give it as one line."),
            ("123\n", "A PIN has 4 to 12 digits. Type another one."),
            ("secret\n", "A PIN has digits only. Type digits."),
        ])
    func refused(input: String, sentence: String) throws {
        let shop = try Shop()
        let end = try shop.run(["pin", "--save"], input: input)
        #expect(end.status == 64)
        #expect(end.error == "till: \(sentence)\n")
        #expect(shop.contents(of: shop.configuration) == nil)
    }

    @Test("it is never taken from an argument, and not repeated") func argument() throws {
        let end = try Shop().run("pin", "4711")
        #expect(end.status == 64)
        #expect(
            end.error
                == "till: A PIN is not given as an argument, where others can see it. till pin asks for it.\n")
    }
}
