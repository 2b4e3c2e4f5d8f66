/// The number that names one `Noun` among all of its kind. Each kind's is a type of its own, so that
/// an account's is never taken for an item's.
@frozen
public struct Identifier<Noun>: Hashable, Comparable, Sendable, RawRepresentable,
    ExpressibleByIntegerLiteral, CustomStringConvertible
{
    /// The number, as storages and addresses have it.
    public let rawValue: Int64

    /// What names the noun of this number.
    @inlinable
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number as it stands in code.
    @inlinable
    public init(integerLiteral number: Int64) {
        rawValue = number
    }

    /// Below that of every noun.
    @inlinable
    public static var min: Identifier { Identifier(rawValue: .min) }

    /// Above that of every noun.
    @inlinable
    public static var max: Identifier { Identifier(rawValue: .max) }

    /// The bare number, in decimal digits.
    @inlinable
    public var description: String { rawValue.description }

    /// Whether both are the same number.
    @inlinable
    public static func == (one: Identifier, other: Identifier) -> Bool {
        one.rawValue == other.rawValue
    }

    /// Whether the first is the smaller number.
    @inlinable
    public static func < (one: Identifier, other: Identifier) -> Bool {
        one.rawValue < other.rawValue
    }

    /// Hashes the number.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}
