extension FixedWidthInteger {
    /// Reads a number of ASCII digits and nothing else; nil if the text is anything else or does not fit.
    @inlinable
    public init?(digits text: some StringProtocol) {
        guard !text.isEmpty else { return nil }
        var number: Self = 0
        for byte in text.utf8 {
            guard let digit = Self(exactly: byte &- 0x30), digit < 10 else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isJustTooLarge) = tens.addingReportingOverflow(digit)
            guard !isTooLarge, !isJustTooLarge else { return nil }
            number = sum
        }
        self = number
    }

    /// Reads a number of ASCII digits, with or without commas between the thousands.
    public init?(grouped text: some StringProtocol) {
        if let number = Self(digits: text) {
            self = number
            return
        }
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = groups.first, 1...3 ~= first.utf8.count,
            groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
        else { return nil }
        self.init(digits: groups.joined())
    }
}
