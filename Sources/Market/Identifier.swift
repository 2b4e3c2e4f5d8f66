/// The number that identifies one `Noun` among all of its kind. Each noun has an identifier type of
/// its own, so that an account's number cannot be mistaken for an item's.
@frozen
public struct Identifier<Noun>: Hashable, Comparable, Sendable, RawRepresentable,
    ExpressibleByIntegerLiteral, CustomStringConvertible
{
    /// The number as it stands in the storage and in addresses.
    public let rawValue: Int64

    /// The identifier with this number.
    @inlinable
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The identifier with this number, as a literal in code.
    @inlinable
    public init(integerLiteral number: Int64) {
        rawValue = number
    }

    /// Smaller than the identifier of any noun.
    @inlinable
    public static var min: Identifier { Identifier(rawValue: .min) }

    /// Larger than the identifier of any noun.
    @inlinable
    public static var max: Identifier { Identifier(rawValue: .max) }

    /// The bare number, in decimal digits.
    @inlinable
    public var description: String { rawValue.description }

    /// Whether both have the same number.
    @inlinable
    public static func == (one: Identifier, other: Identifier) -> Bool {
        one.rawValue == other.rawValue
    }

    /// Whether the first has the smaller number.
    @inlinable
    public static func < (one: Identifier, other: Identifier) -> Bool {
        one.rawValue < other.rawValue
    }

    /// Hashes the number.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The position of something in a list by date, newest first, at which the next page continues.
public struct DatedKey<Noun>: Equatable, Sendable {
    /// The date by which the list is sorted.
    public let date: Timestamp
    /// Of two with the same date, the one with the larger id comes first.
    public let id: Identifier<Noun>

    /// A position in the list.
    public init(date: Timestamp, id: Identifier<Noun>) {
        (self.date, self.id) = (date, id)
    }
}
