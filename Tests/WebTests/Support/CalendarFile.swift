import Fixtures

/// An iCalendar file as a calendar parses it: strictly by RFC 5545 section 3.1.
struct CalendarFile {
    /// The properties of the calendar itself.
    private(set) var calendar: [String: String] = [:]
    /// The properties of each event, with TEXT unescaped.
    private(set) var events: [[String: String]] = []
    /// The properties of each change of the zone's offset, with the component's name at `""`.
    private(set) var settings: [[String: String]] = []
    private var zones: [String] = []

    /// - Throws: `Failure` that says what is wrong.
    init(_ bytes: [UInt8]) throws {
        var open: [String] = []
        for line in try Self.contentLines(bytes) {
            guard let colon = line.firstIndex(of: ":") else { throw Failure("no colon: \(line)") }
            let (name, value) = (String(line[..<colon]), String(line[line.index(after: colon)...]))
            switch name {
            case "BEGIN":
                open.append(value)
                if value == "VEVENT" { events.append([:]) }
                if open.contains("VTIMEZONE"), open.last == value, value != "VTIMEZONE" {
                    settings.append(["": value])
                }
            case "END":
                guard open.popLast() == value else { throw Failure("\(value) is not open") }
            default: try add(name, value, in: open)
            }
        }
        guard open.isEmpty, calendar["VERSION"] == "2.0", calendar["PRODID"] != nil else {
            throw Failure("not whole")
        }
        for event in events {
            for name in ["UID", "DTSTAMP", "DTSTART"] where event[name] == nil {
                throw Failure("no \(name)")
            }
            if let zone = event["TZID"], !zones.contains(zone) { throw Failure("no \(zone)") }
        }
    }

    private mutating func add(_ name: String, _ value: String, in open: [String]) throws {
        switch open {
        case ["VCALENDAR"]: calendar[name] = try Self.unescaped(value)
        case ["VCALENDAR", "VEVENT"]:
            // Also keeps the parameter with the time zone.
            let parts = name.split { $0 == ";" || $0 == "=" }.map { String($0) }
            events[events.count - 1][parts[0]] = try Self.unescaped(value)
            if parts.count > 1 { events[events.count - 1][parts[1]] = parts[2] }
        case ["VCALENDAR", "VTIMEZONE"]: zones.append(value)
        case ["VCALENDAR", "VTIMEZONE", "STANDARD"], ["VCALENDAR", "VTIMEZONE", "DAYLIGHT"]:
            settings[settings.count - 1][name] = value
        case ["VCALENDAR", "VEVENT", "VALARM"]: break
        default: throw Failure("\(name) in \(open)")
        }
    }

    /// Each line must end in CR LF, have at most 75 bytes, and be valid UTF-8 by itself.
    private static func contentLines(_ bytes: [UInt8]) throws -> [String] {
        var lines: [String] = []
        var rest = bytes[...]
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let line = rest[..<end.lowerBound]
            guard line.count <= 75 else { throw Failure("\(line.count) bytes") }
            guard let text = String(validating: line, as: UTF8.self),
                !text.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\t" })
            else { throw Failure("cut, or a control character: \(Array(line))") }
            if text.unicodeScalars.first == " ", !lines.isEmpty {
                lines[lines.count - 1].unicodeScalars += text.unicodeScalars.dropFirst()
            } else {
                lines.append(text)
            }
            rest = rest[end.upperBound...]
        }
        guard rest.isEmpty else { throw Failure("the last line does not end") }
        return lines
    }

    private static func unescaped(_ text: String) throws -> String {
        var result = ""
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch (isEscaped, scalar) {
            case (false, "\\"): isEscaped = true
            case (true, "n"), (true, "N"):
                result += "\n"
                isEscaped = false
            case (true, "\\"), (true, ","), (true, ";"):
                result.unicodeScalars.append(scalar)
                isEscaped = false
            case (true, _): throw Failure("no escape: \(scalar)")
            case (false, _): result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
