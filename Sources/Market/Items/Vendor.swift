/// A seller without an account who sells through an API client.
public struct Vendor: Identifiable, Equatable, Sendable {
    /// The number by which API clients know a vendor.
    public typealias ID = Identifier<Vendor>

    /// The numbers that the operator may assign. A vendor without an assigned one gets a higher
    /// number, which stays.
    public static let assignableNumbers: ClosedRange<Int64> = 1...999_999

    /// One of `assignableNumbers`, or a higher one; unique.
    public let id: ID
    /// The name that the operator assigned; nil if none.
    public let name: String?

    /// A vendor as others see it.
    public init(id: ID, name: String?) {
        self.id = id
        self.name = name
    }
}

/// What a vendor's client sends to identify the vendor.
public struct VendorIdentifier: Hashable, Sendable {
    /// The maximum length in bytes.
    public static let longest = 128

    /// As it was sent.
    public let text: String

    /// Nil unless it is 1 to `longest` visible ASCII characters, without a space.
    public init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }
}

/// The number and name that the operator assigns to a vendor.
public struct VendorAssignment: Equatable, Sendable {
    /// The vendor's identifier.
    public let identifier: VendorIdentifier
    /// One of `Vendor.assignableNumbers`; unique.
    public let number: Vendor.ID
    /// One line; several vendors may have the same name.
    public let name: String

    /// A line of the operator's list.
    public init(identifier: VendorIdentifier, number: Vendor.ID, name: String) {
        self.identifier = identifier
        self.number = number
        self.name = name
    }
}
