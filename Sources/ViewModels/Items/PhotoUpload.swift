import Market

/// Takes in one photo of a form.
public struct PhotoUpload: Sendable {
    /// A photo, or why a file is none.
    public typealias Input = Result<DevelopedPhoto, PhotoFault>
    /// The photo as a form has it.
    public typealias Output = PhotoEntry

    private let storage: any PhotoStorage

    /// Writes the photo to `storage`.
    public init(storage: any PhotoStorage) {
        self.storage = storage
    }

    /// Stores the photo, so that a form that comes back still has it.
    /// - Parameters:
    ///   - photo: in the sizes served, or why there is none.
    ///   - fileName: as the visitor's device names it.
    public func submit(
        _ photo: Input, named fileName: String, at now: Timestamp
    ) async throws(StorageError) -> PhotoEntry {
        switch photo {
        case .failure(let fault):
            return .refused(fileName: fileName, fault)
        case .success(let developed):
            do {
                try await storage.insert(developed, at: now)
            } catch .busy, .full {
                return .refused(fileName: fileName, .unavailable)
            }
            return .stored(developed.photo.id)
        }
    }
}

/// A photo as it came with a form.
public enum PhotoEntry: Equatable, Sendable {
    /// In the storage.
    case stored(Photo.ID)
    case refused(fileName: String, PhotoFault)

    /// Its id; nil when it is not stored.
    public var id: Photo.ID? {
        if case .stored(let id) = self { id } else { nil }
    }

    /// Why it is not stored; nil when it is.
    public var refusal: Refusal.Reason? {
        switch self {
        case .stored: nil
        case .refused(_, .unavailable): .unavailable
        case .refused(_, .tooOften(let wait)): .tooManyTries(wait: wait)
        case .refused: .invalid
        }
    }
}

/// A file that was to be a photo, which is stored nowhere yet.
public struct ReceivedPhoto: Equatable, Sendable {
    /// As the visitor's device names it.
    public let fileName: String
    /// In the sizes served, or why there is none.
    public let photo: Result<DevelopedPhoto, PhotoFault>

    /// - Parameter photo: in the sizes served, or why there is none.
    public init(fileName: String, _ photo: Result<DevelopedPhoto, PhotoFault>) {
        self.fileName = fileName
        self.photo = photo
    }
}

/// Why a file cannot be an item's photo.
public enum PhotoFault: Error, Equatable, Sendable {
    /// Neither JPEG nor PNG nor WebP.
    case notAPhoto
    /// A HEIC or AVIF, which telephones may make in place of a JPEG.
    case heif
    /// A file with nothing in it.
    case empty
    /// Truncated or damaged.
    case unreadable
    /// Past the most bytes, given in MB.
    case tooLarge(mostMegabytes: Int)
    case tooManyPixels
    /// There are as many as an item shows already.
    case tooMany
    /// The address has sent as many as it may; it may go on in so many seconds.
    case tooOften(wait: Int64)
    /// The storage, or what develops photos, has no time or room now.
    case unavailable

    /// What to do about it, naming the file where its name is known.
    public func message(for fileName: String) -> Phrase {
        guard !fileName.isEmpty else { return reason }
        return Phrase(.photoRefused, .text(oneLine(fileName, atMost: 60)), .phrase(reason))
    }

    private var reason: Phrase {
        switch self {
        case .notAPhoto: Phrase(.notAPhoto)
        case .heif: Phrase(.photoIsHEIF)
        case .empty: Phrase(.photoIsEmpty)
        case .unreadable: Phrase(.photoUnreadable)
        case .tooLarge(let megabytes): Phrase(.photoTooLarge, megabytes)
        case .tooManyPixels: Phrase(.photoHasTooManyPixels)
        case .tooMany: Phrase(.noRoomForPhoto, Item.mostPhotos)
        case .tooOften(let seconds) where seconds < 120: Phrase(.photosTooOften, seconds)
        case .tooOften(let seconds):
            Phrase(.photosTooOftenInHours, (seconds + 3_599) / 3_600)
        case .unavailable: Phrase(.photoNotStored)
        }
    }
}

extension Refusal {
    /// Because of photos too, of which one that could not be stored now is no mistake of the writer.
    init(_ faults: [Fault], photos: [PhotoEntry]) {
        self.init(faults, photos.lazy.compactMap(\.refusal).first { $0 != .invalid } ?? .invalid)
    }
}
