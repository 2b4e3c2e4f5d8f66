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
        let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            bytes.prefix(2).allSatisfy(isDigit), bytes.suffix(2).allSatisfy(isDigit),
            let hour = Int(time.prefix(2)), hour < 24
        else { return time }
        let told = hour % 12 == 0 ? 12 : hour % 12
        return "\(periods[hour / 12]) \(told)\(time.dropFirst(2))"
    }
}
