/// What the operator calls a neighbourhood or a spot.
public struct PlaceName: Hashable, Sendable {
    /// In characters, as people count them.
    public static let longest = 30

    /// One line of 1 to `longest` characters.
    public let text: String
    /// The former name of the same place, which keeps its number; nil if the name has not changed.
    public let former: String?

    /// A name, and the former one that it replaces.
    public init(_ text: String, formerly former: String? = nil) {
        (self.text, self.former) = (text, former)
    }
}

/// A neighbourhood as the operator names it, with its spots.
public struct NamedNeighbourhood: Equatable, Sendable {
    /// The most neighbourhoods that a market has at a time.
    public static let most = 1_000
    /// The most neighbourhoods that a market can ever have had: lists store their numbers in two bytes.
    public static let mostEver = 65_535
    /// The most spots in one neighbourhood.
    public static let mostSpots = 100

    /// Unique among the neighbourhoods.
    public var name: PlaceName
    /// Each with a different name.
    public var spots: [PlaceName]

    /// A neighbourhood with its spots.
    public init(_ name: PlaceName, spots: [PlaceName] = []) {
        (self.name, self.spots) = (name, spots)
    }
}

/// Why a text cannot be read as places.
public struct PlaceNamesError: Error, Equatable, Sendable {
    /// The number of the line, from 1 on.
    public let line: Int
    /// What is wrong with the line, for the operator.
    public let reason: String
}

extension [NamedNeighbourhood] {
    /// Reads one neighbourhood per line, followed by its spots, one per indented line. `#` begins a
    /// comment; `새이름 = 옛이름` renames a place.
    public init(parsing text: String) throws(PlaceNamesError) {
        self = []
        var seen: [String: Int] = [:]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            func fail(_ reason: String) -> PlaceNamesError {
                PlaceNamesError(line: number, reason: reason)
            }
            guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else {
                continue
            }
            let isSpot = line.first?.isWhitespace == true
            guard let name = PlaceName(parsing: line) else {
                throw fail("a name has 1 to \(PlaceName.longest) letters, as has a former one")
            }
            if isSpot, isEmpty { throw fail("a spot stands below its neighbourhood") }
            for text in [name.text, name.former].compactMap(\.self) {
                let key = isSpot ? "\(count)\n\(text)" : text
                if let other = seen.updateValue(number, forKey: key) {
                    throw fail("‘\(text)’ stands in line \(other) already")
                }
            }
            if isSpot { self[count - 1].spots.append(name) } else { append(.init(name)) }
            if count > NamedNeighbourhood.most {
                throw fail("there are more than \(NamedNeighbourhood.most) neighbourhoods")
            }
            if let last, last.spots.count > NamedNeighbourhood.mostSpots {
                throw fail("there are more than \(NamedNeighbourhood.mostSpots) spots")
            }
        }
    }
}

extension PlaceName {
    /// Nil unless the line is `NAME` or `NAME = FORMER`.
    fileprivate init?(parsing line: Substring) {
        let parts = line.split(separator: "=", omittingEmptySubsequences: false)
            .map { String($0.trimmingWhitespace) }
        guard parts.count <= 2, parts.allSatisfy(Self.isName),
            parts[0] != parts.last || parts.count == 1
        else { return nil }
        self.init(parts[0], formerly: parts.count == 2 ? parts[1] : nil)
    }

    private static func isName(_ text: String) -> Bool {
        (1...longest).contains(text.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
