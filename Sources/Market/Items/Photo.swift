/// A picture of a thing for sale, kept in three sizes under the digest of its largest.
public struct Photo: Equatable, Sendable {
    /// The digest of its full rendition.
    public let id: ID
    /// The width of the full rendition, in pixels.
    public let width: Int
    /// The height of the full rendition, in pixels.
    public let height: Int

    /// A photo with the size of its full rendition.
    public init(id: ID, width: Int, height: Int) {
        self.id = id
        self.width = width
        self.height = height
    }

    /// A 192-bit digest in base64url (RFC 4648 section 5): 32 characters, stored inline.
    public struct ID: Hashable, Sendable {
        /// The number of characters, each one byte of ASCII.
        public static let length = 32

        @usableFromInline let characters: (UInt64, UInt64, UInt64, UInt64)

        /// Nil if `text` cannot be a photo's digest, so that nothing else reaches the storage.
        public init?(_ text: String) {
            var text = text
            guard let id = text.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
            self = id
        }

        /// As `init(_:)`, from UTF-8.
        public init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count == Self.length else { return nil }
            guard Self.areBase64URL(bytes) else { return nil }
            characters = bytes.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
        }

        /// The characters.
        public var text: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

        /// The characters, valid during the call.
        @inlinable
        public func withUTF8<Result>(_ use: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
            withUnsafeBytes(of: characters) { use($0.bindMemory(to: UInt8.self)) }
        }

        /// Whether both have the same characters.
        public static func == (one: ID, other: ID) -> Bool { one.characters == other.characters }

        /// Hashes the characters.
        public func hash(into hasher: inout Hasher) {
            withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }

        /// Checks every byte, without branches, which compiles to a few vector instructions: a list
        /// has twenty photos.
        private static func areBase64URL(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var others: UInt8 = 0
            for byte in bytes {
                let isNoLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 0 : 1
                let isNoDigit: UInt8 = byte &- UInt8(ascii: "0") < 10 ? 0 : 1
                let isNoHyphen: UInt8 = byte == UInt8(ascii: "-") ? 0 : 1
                let isNoUnderscore: UInt8 = byte == UInt8(ascii: "_") ? 0 : 1
                others |= isNoLetter & isNoDigit & isNoHyphen & isNoUnderscore
            }
            return others == 0
        }
    }

    /// Who looks at photos. A photo is hidden when no visible item shows it any more, because the
    /// operator has hidden it or it is in the trash. What the operator has hidden stays hidden when
    /// its item is deleted or drops the photo, until the operator shows it again; what is in the
    /// trash becomes visible when its item is restored or the photo is uploaded again.
    public enum Viewer: Equatable, Sendable {
        /// Sees no hidden photos.
        case anybody
        /// Sees also the hidden photos of its own items, including those in its trash.
        case account(Account.ID)
        /// Has given the password of an item, and sees also the hidden photos of that item.
        case editor(Item.ID)
        /// Runs the market, and sees all photos.
        case `operator`
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

/// A photo with the JPEG bytes of every size, as a storage receives it.
public struct DevelopedPhoto: Equatable, Sendable {
    /// The digest and size.
    public let photo: Photo
    /// For lists.
    public let thumbnail: [UInt8]
    /// For the detail page.
    public let medium: [UInt8]
    /// For the full view.
    public let full: [UInt8]

    /// A photo with its three renditions, as JPEG.
    public init(photo: Photo, thumbnail: [UInt8], medium: [UInt8], full: [UInt8]) {
        self.photo = photo
        self.thumbnail = thumbnail
        self.medium = medium
        self.full = full
    }

    /// The JPEG bytes of one size.
    public func bytes(_ size: Photo.Size) -> [UInt8] {
        switch size {
        case .thumbnail: thumbnail
        case .medium: medium
        case .full: full
        }
    }
}

/// Where photos are kept, each under its digest.
public protocol PhotoStorage: Sendable {
    /// Adds a photo that no item shows yet. A photo that is already there stays, and counts as
    /// uploaded at `now`.
    func insert(_ photo: DevelopedPhoto, at now: Timestamp) async throws(StorageError)

    /// The photos with these ids, in their order.
    /// - Parameter item: an item whose own photos are found even while they are hidden.
    /// - Throws: `.photoNotFound` if one is missing or hidden.
    func photos(_ ids: [Photo.ID], in item: Item.ID?) async throws(StorageError) -> [Photo]

    /// Whether a photo exists at all: one that is not found may only be hidden.
    func hasPhoto(_ id: Photo.ID) async throws(StorageError) -> Bool

    /// The JPEG bytes of one size.
    /// - Throws: `.photoNotFound`, also for a photo that the viewer may not see.
    func bytes(
        of id: Photo.ID, _ size: Photo.Size, for viewer: Photo.Viewer
    ) async throws(StorageError) -> [UInt8]

    /// Deletes the photos that nothing uses and that were uploaded before `moment`.
    /// - Returns: how many were deleted.
    @discardableResult
    func deleteUnusedPhotos(uploadedBefore moment: Timestamp) async throws(StorageError) -> Int
}

extension PhotoStorage {
    /// The photos as anybody sees them.
    /// - Throws: `.photoNotFound`.
    public func photos(_ ids: [Photo.ID]) async throws(StorageError) -> [Photo] {
        try await photos(ids, in: nil)
    }

    /// The bytes as anybody sees them.
    /// - Throws: `.photoNotFound`.
    public func bytes(of id: Photo.ID, _ size: Photo.Size) async throws(StorageError) -> [UInt8] {
        try await bytes(of: id, size, for: .anybody)
    }
}
