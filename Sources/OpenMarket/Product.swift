/// A listing of the second generation, whole: what its summary has, its images and its vendor.
public struct Product: Codable, Equatable, Sendable, Identifiable {
    public var summary: ProductSummary
    public var images: [Image]
    /// One, whatever its name.
    public var vendors: Vendor

    public var id: Int64 { summary.id }

    public init(summary: ProductSummary, images: [Image], vendors: Vendor) {
        self.summary = summary
        self.images = images
        self.vendors = vendors
    }

    enum CodingKeys: String, CodingKey {
        case images, vendors
    }

    public init(from decoder: any Decoder) throws {
        summary = try ProductSummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        images = try container.decode([Image].self, forKey: .images)
        vendors = try container.decode(Vendor.self, forKey: .vendors)
    }

    /// One object holds both.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(images, forKey: .images)
        try container.encode(vendors, forKey: .vendors)
    }
}
