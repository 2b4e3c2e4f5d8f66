/// What the operator calls a neighbourhood or a spot.
public struct PlaceName: Hashable, Sendable {
    /// In what people call letters.
    public static let longest = 30

    /// One line of 1 to `longest` letters.
    public let text: String
    /// What it was called before, so that it stays the same place; nil for the same name.
    public let former: String?

    /// A name, and the one that it takes the place of.
    public init(_ text: String, formerly former: String? = nil) {
        (self.text, self.former) = (text, former)
    }
}

/// A neighbourhood as the operator names it, with its spots.
public struct NamedNeighbourhood: Equatable, Sendable {
    /// Neighbourhoods of one market at a time.
    public static let most = 1_000
    /// Neighbourhoods that one market can ever have had: lists know them by two bytes.
    public static let mostEver = 65_535
    /// Spots in one neighbourhood.
    public static let mostSpots = 100

    /// Like that of no other.
    public var name: PlaceName
    /// No two alike.
    public var spots: [PlaceName]

    /// A neighbourhood with its spots.
    public init(_ name: PlaceName, spots: [PlaceName] = []) {
        (self.name, self.spots) = (name, spots)
    }
}

/// Why a text names no places.
public struct PlaceNamesError: Error, Equatable, Sendable {
    /// From 1 on.
    public let line: Int
    /// What is wrong with it, for the operator.
    public let reason: String
}

extension [NamedNeighbourhood] {
    /// Reads a neighbourhood a line, and below it its spots, a line each behind white space. `#`
    /// begins a comment; `새이름 = 옛이름` says that a place is called otherwise from now on.
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
    /// Nil unless it is `NAME` or `NAME = FORMER`.
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
