extension Product {
    public struct Image: Codable, Equatable, Sendable, Identifiable {
        public var id: Int64
        /// An absolute URL.
        public var url: String
        /// An absolute URL.
        public var thumbnailURL: String
        /// Whether it can be fetched, which it always can.
        public var succeed: Bool
        public var issuedAt: String

        public init(
            id: Int64, url: String, thumbnailURL: String, succeed: Bool = true, issuedAt: String
        ) {
            self.id = id
            self.url = url
            self.thumbnailURL = thumbnailURL
            self.succeed = succeed
            self.issuedAt = issuedAt
        }

        enum CodingKeys: String, CodingKey {
            case id, url
            case thumbnailURL = "thumbnail_url"
            case succeed
            case issuedAt = "issued_at"
        }
    }

    public struct Vendor: Codable, Equatable, Sendable, Identifiable {
        /// 0 when the listing belongs to no account.
        public var id: Int64
        public var name: String
        /// The day of the listing, which clients want to have here too.
        public var createdAt: String
        /// The day of the listing.
        public var issuedAt: String

        public init(id: Int64, name: String, createdAt: String, issuedAt: String) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.issuedAt = issuedAt
        }

        enum CodingKeys: String, CodingKey {
            case id, name
            case createdAt = "created_at"
            case issuedAt = "issued_at"
        }
    }
}
