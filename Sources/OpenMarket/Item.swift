/// A listing of the first generation, whole: what its summary has, and what is read of one alone.
public struct Item: Codable, Equatable, Sendable, Identifiable {
    public var summary: ItemSummary
    public var descriptions: String
    /// Absolute URLs.
    public var images: [String]

    public var id: Int64 { summary.id }

    public init(summary: ItemSummary, descriptions: String, images: [String]) {
        self.summary = summary
        self.descriptions = descriptions
        self.images = images
    }

    enum CodingKeys: String, CodingKey {
        case descriptions, images
    }

    public init(from decoder: any Decoder) throws {
        summary = try ItemSummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        descriptions = try container.decode(String.self, forKey: .descriptions)
        images = try container.decode([String].self, forKey: .images)
    }

    /// One object holds both.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(descriptions, forKey: .descriptions)
        try container.encode(images, forKey: .images)
    }
}
