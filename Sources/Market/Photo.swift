/// A picture of a thing for sale, kept in three sizes under the digest of its largest.
public struct Photo: Equatable, Sendable {
    public let id: ID
    /// Of the full rendition, in pixels.
    public let width: Int
    /// Of the full rendition, in pixels.
    public let height: Int

    public init(id: ID, width: Int, height: Int) {
        self.id = id
        self.width = width
        self.height = height
    }

    /// A 192-bit digest in base64url (RFC 4648 section 5): 32 characters.
    public struct ID: Hashable, Sendable {
        public static let length = 32
        public let text: String

        /// Nil when `text` cannot be a photo's digest, so that nothing else reaches the storage.
        public init?(_ text: String) {
            var text = text
            let isDigest = text.withUTF8 { bytes in
                bytes.count == Self.length && bytes.allSatisfy(Self.isBase64URL)
            }
            guard isDigest else { return nil }
            self.text = text
        }

        private static func isBase64URL(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }

    /// A size that a photo is kept in.
    public enum Size: String, CaseIterable, Sendable {
        /// For lists.
        case thumbnail
        /// For the detail page.
        case medium
        /// For the full view.
        case full
    }
}

/// A photo with the JPEG bytes of every size: what a storage is given.
public struct DevelopedPhoto: Sendable {
    public let photo: Photo
    public let thumbnail: [UInt8]
    public let medium: [UInt8]
    public let full: [UInt8]

    public init(photo: Photo, thumbnail: [UInt8], medium: [UInt8], full: [UInt8]) {
        self.photo = photo
        self.thumbnail = thumbnail
        self.medium = medium
        self.full = full
    }

    public func bytes(_ size: Photo.Size) -> [UInt8] {
        switch size {
        case .thumbnail: thumbnail
        case .medium: medium
        case .full: full
        }
    }
}
