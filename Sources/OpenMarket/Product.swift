/// A complete item of the second generation: its summary, its images and its vendor.
public struct Product: Codable, Equatable, Sendable, Identifiable {
    /// The summary, whose members are in the same JSON object as those of the product.
    public var summary: ProductSummary
    /// In the order shown; the thumbnail is made from the first.
    public var images: [Image]
    /// A single vendor, despite the plural name.
    public var vendors: Vendor

    /// The id of the summary.
    public var id: Int64 { summary.id }

    /// Adds to a summary the members that only a complete product has.
    public init(summary: ProductSummary, images: [Image], vendors: Vendor) {
        self.summary = summary
        self.images = images
        self.vendors = vendors
    }

    /// The names in JSON, beside those of the summary.
    public enum CodingKeys: String, CodingKey {
        case images, vendors
    }

    /// Reads summary and product from one object.
    public init(from decoder: any Decoder) throws {
        summary = try ProductSummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        images = try container.decode([Image].self, forKey: .images)
        vendors = try container.decode(Vendor.self, forKey: .vendors)
    }

    /// Writes summary and product into one object.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(images, forKey: .images)
        try container.encode(vendors, forKey: .vendors)
    }
}

// MARK: - Parts

extension Product {
    /// One photo of the product, in two sizes.
    public struct Image: Codable, Equatable, Sendable, Identifiable {
        /// The number that `ProductChanges.thumbnailID` refers to.
        public var id: Int64
        /// An absolute URL.
        public var url: String
        /// An absolute URL.
        public var thumbnailURL: String
        /// Whether the image can be fetched, which is always true.
        public var succeed: Bool
        /// The day of the item, such as `2022-01-18T00:00:00.00` or without the fraction.
        public var issuedAt: String

        /// An image that can be fetched, unless stated otherwise.
        public init(
            id: Int64, url: String, thumbnailURL: String, succeed: Bool = true, issuedAt: String
        ) {
            self.id = id
            self.url = url
            self.thumbnailURL = thumbnailURL
            self.succeed = succeed
            self.issuedAt = issuedAt
        }

        /// The names in JSON.
        public enum CodingKeys: String, CodingKey {
            case id, url
            case thumbnailURL = "thumbnail_url"
            case succeed
            case issuedAt = "issued_at"
        }
    }

    /// Who sells the item.
    public struct Vendor: Codable, Equatable, Sendable, Identifiable {
        /// The same as `ProductSummary.vendorID`.
        public var id: Int64
        /// The same as `ProductSummary.vendorName`.
        public var name: String
        /// The day of the item, which clients expect here too.
        public var createdAt: String
        /// The day of the item.
        public var issuedAt: String

        /// Takes both days in the form `2022-01-18T00:00:00.00` or without the fraction.
        public init(id: Int64, name: String, createdAt: String, issuedAt: String) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.issuedAt = issuedAt
        }

        /// The names in JSON.
        public enum CodingKeys: String, CodingKey {
            case id, name
            case createdAt = "created_at"
            case issuedAt = "issued_at"
        }
    }
}
