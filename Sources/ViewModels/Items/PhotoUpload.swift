import Market

/// Stores one photo sent with a form.
public struct PhotoUpload: Sendable {
    /// A photo, or why the file cannot be used.
    public typealias Input = Result<DevelopedPhoto, PhotoFault>
    /// The photo as an entry of the form.
    public typealias Output = PhotoEntry

    private let storage: any PhotoStorage

    /// Writes the photo to `storage`.
    public init(storage: any PhotoStorage) {
        self.storage = storage
    }

    /// Stores the photo, so that a form that comes back still has it.
    /// - Parameters:
    ///   - photo: the photo in the sizes served, or why the file cannot be used.
    ///   - fileName: the file's name on the visitor's device.
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

/// A photo sent with a form, stored or refused.
public enum PhotoEntry: Equatable, Sendable {
    /// In the storage.
    case stored(Photo.ID)
    case refused(fileName: String, PhotoFault)

    /// The photo's id; nil if it is not stored.
    public var id: Photo.ID? { if case .stored(let id) = self { id } else { nil } }

    /// Why it is not stored; nil if it is.
    public var refusal: Refusal.Reason? {
        switch self {
        case .stored: nil
        case .refused(_, .unavailable): .unavailable
        case .refused(_, .tooOften(let wait)): .tooManyTries(wait: wait)
        case .refused: .invalid
        }
    }
}

/// An uploaded photo that is not stored yet, or why it cannot be used.
public struct ReceivedPhoto: Equatable, Sendable {
    /// The file's name on the visitor's device.
    public let fileName: String
    /// The photo in the sizes served, or why the file cannot be used.
    public let photo: Result<DevelopedPhoto, PhotoFault>

    /// - Parameter photo: the photo in the sizes served, or why the file cannot be used.
    public init(fileName: String, _ photo: Result<DevelopedPhoto, PhotoFault>) {
        self.fileName = fileName
        self.photo = photo
    }
}

/// Why a file cannot be an item's photo.
public enum PhotoFault: Error, Equatable, Sendable {
    /// Neither JPEG nor PNG nor WebP.
    case notAPhoto
    /// HEIC or AVIF, which phones may send instead of JPEG.
    case heif
    /// An empty file.
    case empty
    /// Truncated or damaged.
    case unreadable
    /// Larger than the limit, which is given in MB.
    case tooLarge(mostMegabytes: Int)
    case tooManyPixels
    /// The item has its maximum number of photos already.
    case tooMany
    /// The address has sent too many photos; `wait` is how many seconds until it may go on.
    case tooOften(wait: Int64)
    /// The storage, or the photo processing, has no time or room now.
    case unavailable

    /// The message to show, naming the file if its name is known.
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
    /// A refusal because of photos too. A photo that could not be stored now is not the writer's
    /// mistake, so that its reason takes precedence over `.invalid`.
    init(_ faults: [Fault], photos: [PhotoEntry]) {
        self.init(faults, photos.lazy.compactMap(\.refusal).first { $0 != .invalid } ?? .invalid)
    }
}
