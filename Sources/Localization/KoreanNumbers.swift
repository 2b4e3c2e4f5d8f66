/// The units by which Korean counts large numbers, each ten thousand times the one before.
public enum CountingUnits {
    /// Smallest first.
    private static let names = ["만", "억", "조"]
    /// As written in a catalogue: `만/억/조`.
    static let source = names.joined(separator: "/")
    /// The number of digits that a unit covers.
    private static let digits = 4

    /// A whole number written with these units: `150,000,000` becomes `1억 5,000만`. Any other text
    /// is returned unchanged.
    /// - Parameter number: decimal digits, which may be grouped by commas.
    public static func text(_ number: String) -> String {
        var rest = number.utf8.filter { $0 != UInt8(ascii: ",") }[...]
        guard rest.count > Self.digits, rest.allSatisfy(\.isDigit) else { return number }
        var parts: [String] = []
        for name in [""] + names where !rest.isEmpty {
            // The largest unit covers all digits that are left.
            let part = name == names.last ? rest : rest.suffix(Self.digits)
            rest = rest.dropLast(part.count)
            let digits = part.drop { $0 == UInt8(ascii: "0") }
            if !digits.isEmpty { parts.append(Self.grouped(digits) + name) }
        }
        return parts.isEmpty ? number : parts.reversed().joined(separator: " ")
    }

    private static func grouped(_ digits: ArraySlice<UInt8>) -> String {
        var text = ""
        for (place, digit) in digits.enumerated() {
            let left = digits.count - place
            if place > 0, left.isMultiple(of: 3) { text += "," }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }
}

/// The time of day as Korean writes it, by the twelve-hour clock.
public enum TwelveHourClock {
    private static let periods = ["오전", "오후"]
    /// As written in a catalogue: `오전/오후`.
    static let source = periods.joined(separator: "/")

    /// Converts a time: `15:00` becomes `오후 3:00`, `00:30` becomes `오전 12:30`. Any other text is
    /// returned unchanged.
    /// - Parameter time: hours and minutes, two digits each.
    public static func text(_ time: String) -> String {
        let bytes = Array(time.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            bytes.prefix(2).allSatisfy(\.isDigit), bytes.suffix(2).allSatisfy(\.isDigit),
            let hour = Int(time.prefix(2)), hour < 24
        else { return time }
        let told = hour % 12 == 0 ? 12 : hour % 12
        return "\(periods[hour / 12]) \(told)\(time.dropFirst(2))"
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
