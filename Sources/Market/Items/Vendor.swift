/// Who sells by a program of their own, without an account.
public struct Vendor: Identifiable, Equatable, Sendable {
    /// The number that programs know a vendor by.
    public typealias ID = Identifier<Vendor>

    /// What the operator may give a vendor. Whoever has none of these gets one above, which stays.
    public static let assignableNumbers: ClosedRange<Int64> = 1...999_999

    /// One of `assignableNumbers`, or one above that nobody else has.
    public let id: ID
    /// As the operator gave it; nil without.
    public let name: String?

    /// A vendor as others see it.
    public init(id: ID, name: String?) {
        self.id = id
        self.name = name
    }
}

/// What a vendor's program sends to be told from others.
public struct VendorIdentifier: Hashable, Sendable {
    /// In bytes.
    public static let longest = 128

    /// As it was sent.
    public let text: String

    /// Nil unless it is 1 to `longest` characters of ASCII that show, without a space.
    public init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }
}

/// The number and name that the operator gives a vendor.
public struct VendorAssignment: Equatable, Sendable {
    /// Whose they are.
    public let identifier: VendorIdentifier
    /// One of `Vendor.assignableNumbers`, of nobody else.
    public let number: Vendor.ID
    /// One line; several may have the same.
    public let name: String

    /// A line of the operator's list.
    public init(identifier: VendorIdentifier, number: Vendor.ID, name: String) {
        self.identifier = identifier
        self.number = number
        self.name = name
    }
}
