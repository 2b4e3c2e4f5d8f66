/// Writes iCalendar (RFC 5545), content line by content line.
struct CalendarWriter: Sendable {
    /// Bytes of a line without its end (section 3.1).
    private static let longestLine = 75

    private(set) var bytes: [UInt8] = []

    mutating func component(_ name: StaticString, _ write: (inout CalendarWriter) -> Void) {
        line("BEGIN", "\(name)")
        write(&self)
        line("END", "\(name)")
    }

    /// A property of a type that needs no escaping: a date, an address, a word of the standard.
    mutating func line(_ name: StaticString, _ value: String) {
        fold("\(name):\(value)")
    }

    /// A property of the type TEXT (section 3.3.11): lines end within it as `\n`, and control
    /// characters, which it cannot hold, are left out.
    mutating func text(_ name: StaticString, _ text: String) {
        var escaped = ""
        for character in text {
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            case _ where character.isNewline: escaped += "\\n"
            default: escaped.unicodeScalars += character.unicodeScalars.filter(Self.isAllowed)
            }
        }
        line(name, escaped)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || scalar.properties.generalCategory != .control
    }

    /// Parts what is too long into lines, none within a character; the blank that each further line
    /// begins with counts.
    private mutating func fold(_ line: String) {
        var room = Self.longestLine
        for scalar in line.unicodeScalars {
            let count = scalar.utf8.count
            if count > room {
                bytes += "\r\n ".utf8
                room = Self.longestLine - 1
            }
            bytes += scalar.utf8
            room -= count
        }
        bytes += "\r\n".utf8
    }
}
