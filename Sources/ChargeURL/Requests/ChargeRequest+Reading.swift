import Money

extension ChargeRequest {
    /// Reads a request, or refuses it as a whole.
    ///
    /// - Parameters:
    ///   - url: as it was handed to the program, at most ``ChargeProtocol/requestBytesMax`` bytes.
    ///   - defaultCurrency: what an amount is in when the request does not say; a till hands in its own. The original
    ///     programs mean US dollars then.
    /// - Throws: ``ChargeRequestError``. Whom to tell is in ``returnAddress(of:)``.
    public init(_ url: String, defaultCurrency: Currency = .usd) throws(ChargeRequestError) {
        var values = try ParameterValues(Self.query(of: url))

        if let code = values.value(.currency) {
            let uppercase = String(decoding: code.utf8.map(ASCII.uppercased), as: UTF8.self)
            guard let currency = Currency(alphaCode: uppercase) else { throw .unknownCurrency }
            (self.currency, namesCurrency) = (currency, true)
        } else {
            (currency, namesCurrency) = (defaultCurrency, false)
        }
        amount = try Self.amount(values.value(.amount), currency)
        isAmountFixed = values.readFlag(.amountFixed)
        guard !isAmountFixed || amount != nil else { throw .fixedWithoutAmount }
        taxRate = try Self.taxRate(values.value(.taxRate))

        let usesFileMakerForm = values.readFlag(.fileMaker)
        returnAddress = try Self.returnAddress(values.value(.returnURL), usesFileMakerForm)
        returnAppName = values.readText(.returnAppName)
        returnsImmediately = values.readFlag(.returnImmediately)

        email = try Self.email(values.value(.email))
        firstName = values.readText(.firstName)
        lastName = values.readText(.lastName)
        company = values.readText(.company)
        address = values.readText(.address)
        city = values.readText(.city)
        state = values.readText(.state)
        zip = values.readText(.zip)
        phone = values.readText(.phone)
        country = values.readText(.country)
        invoiceNumber = values.readText(.invoiceNumber)
        description = values.readText(.description)

        unknownParameters = values.unknown
        adjustments = values.adjustments
    }

    /// Where the refusal of a request goes: the return address of a URL that is a charge request of this version and may be
    /// wrong in all else. Nil when there is none, when it is refused itself, or when it or its form is given twice.
    public static func returnAddress(of url: String) -> ReturnAddress? {
        guard let query = try? query(of: url) else { return nil }
        var given: [ChargeParameter: String] = [:]
        for pair in QueryComponents(query).pairs {
            guard let name = pair.name,
                let parameter = ChargeParameter(rawValue: String(decoding: name, as: UTF8.self)),
                parameter == .returnURL || parameter == .fileMaker
            else { continue }
            guard let value = pair.value, let text = String(validating: value, as: UTF8.self),
                given.updateValue(text, forKey: parameter) == nil
            else { return nil }
        }
        guard let text = given[.returnURL] else { return nil }
        return try? ReturnAddress(text, usesFileMakerForm: given[.fileMaker] == ParameterValues.flagSet)
    }

    // MARK: Parts

    /// The query of a URL that is a charge request of this version.
    private static func query(of text: String) throws(ChargeRequestError) -> [UInt8] {
        let url: RawURL
        do throws(URLFault) {
            url = try RawURL(text, bytesMax: ChargeProtocol.requestBytesMax)
        } catch {
            throw .malformed(error)
        }
        guard url.scheme == ChargeProtocol.scheme else {
            throw .otherScheme(PlainText.name(Array(url.scheme.utf8)))
        }
        // Schemes and hosts have no case; paths do.
        guard let authority = url.authority, authority.map(ASCII.lowercased) == Array(ChargeProtocol.host.utf8) else {
            throw .otherPath
        }
        let path = url.path.split(separator: ASCII.slash, omittingEmptySubsequences: false)
        guard (2...3).contains(path.count), path[0].isEmpty, path[1].contains(where: ASCII.isDigit) else {
            throw .otherPath
        }
        guard Array(path[1]) == Array(ChargeProtocol.version.utf8) else {
            throw .otherVersion(PlainText.name(Array(path[1])))
        }
        guard path.count == 3, path[2].isEmpty else { throw .otherPath }
        guard url.fragment == nil else { throw .fragment }
        return url.query ?? []
    }

    private static func amount(_ text: String?, _ currency: Currency) throws(ChargeRequestError) -> Amount? {
        guard let text else { return nil }
        let amount: Amount
        do throws(AmountError) {
            amount = try Amount(decimal: text, currency: currency)
        } catch {
            throw .amount(error)
        }
        guard text.utf8.count(where: ASCII.isDigit) <= ChargeParameter.amountDigitsMax else {
            throw .amountTooLong(digitsMax: ChargeParameter.amountDigitsMax)
        }
        return amount
    }

    private static func taxRate(_ text: String?) throws(ChargeRequestError) -> ChargeTaxRate? {
        guard let text else { return nil }
        guard text != "default" else { return .defaultOfTill }
        let rate: Percentage
        do throws(AmountError) {
            rate = try Percentage(text)
        } catch {
            throw .taxRate(error)
        }
        guard rate < Percentage(thousandths: 100_000) else { throw .taxRateTooHigh }
        return .percentage(rate)
    }

    private static func email(_ text: String?) throws(ChargeRequestError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        if let scalarsMax = ChargeParameter.email.scalarsMax, text.unicodeScalars.count > scalarsMax {
            throw .emailTooLong(scalarsMax: scalarsMax)
        }
        guard EmailAddress.isValid(text) else { throw .email }
        return text
    }

    private static func returnAddress(
        _ text: String?, _ usesFileMakerForm: Bool
    ) throws(ChargeRequestError) -> ReturnAddress? {
        guard let text, !text.isEmpty else { return nil }
        do throws(ReturnAddressError) {
            return try ReturnAddress(text, usesFileMakerForm: usesFileMakerForm)
        } catch {
            throw .returnURL(error)
        }
    }
}
