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

/// Why a file cannot be an item's photo.
public enum PhotoFault: Error, Equatable, Sendable {
    /// Neither JPEG nor PNG nor WebP.
    case notAPhoto
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

    /// What to do about it, naming the file.
    public func message(for fileName: String) -> String {
        let reason =
            switch self {
            case .notAPhoto: "JPEG, PNG, WebP 사진만 올릴 수 있어요. 다른 사진을 골라주세요."
            case .unreadable: "깨져서 읽을 수 없어요. 다른 사진을 골라주세요."
            case .tooLarge(let megabytes): "\(megabytes)MB보다 커요. 더 작은 사진을 골라주세요."
            case .tooManyPixels: "4,000만 화소보다 커요. 더 작은 사진을 골라주세요."
            case .tooMany: "사진은 \(Item.mostPhotos)장까지 올릴 수 있어요. 다른 사진을 빼주세요."
            case .tooOften(let seconds): "사진을 너무 자주 올렸어요. \(seconds)초 뒤에 다시 골라주세요."
            case .unavailable: "지금은 저장할 수 없어요. 잠시 뒤에 다시 골라주세요."
            }
        return "‘\(oneLine(fileName, atMost: 60))’: \(reason)"
    }
}

extension Refusal {
    /// Because of photos too, of which one that could not be stored now is no mistake of the writer.
    init(_ faults: [Fault], photos: [PhotoEntry]) {
        self.init(faults, photos.lazy.compactMap(\.refusal).first { $0 != .invalid } ?? .invalid)
    }
}
