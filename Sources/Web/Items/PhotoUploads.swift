import HTTPServer
import Market
import Mustache
import Photos
import Secrets
import ViewModels

/// Reads the photos of a form: each is processed off the event loop, and stored.
struct PhotoUploads: Sendable {
    /// The field for photos: files to upload, and the ids of those already uploaded.
    static let field = ItemForm.Field.photos.rawValue

    let upload: PhotoUpload
    let mostMegabytes: Int
    let limiter: TurnLimiter
    /// Limits the photos of an address; nil for no limit.
    var rate: TryLimiter?
    /// Limits the photos that guests store in a day, because they may never post them.
    var guestRate: TryLimiter?
    /// The folder for uploads that are too large to be held in memory.
    var temporaryFolder = "/tmp"

    /// The limits of a form with so many photos. A photo over its own limit is reported by name; a
    /// body over the form's limit fails the request.
    func formLimits(photos: Int = Item.mostPhotos) -> FormLimits {
        var limits = FormLimits.withMessages
        limits.file = mostMegabytes << 20
        limits.body = (2 * photos * mostMegabytes + 1) << 20
        limits.temporaryFolder = temporaryFolder
        return limits
    }

    /// The photos of a form in order; a photo sent twice counts once. Files beyond the most that an
    /// item may have are refused, and so are all files after one that could not be stored now,
    /// because each would wait as long in vain.
    /// - Parameter isGuest: whether nobody is signed in.
    func entries(
        _ fields: [Form.Entry], from address: String, isGuest: Bool = false, at now: Timestamp
    ) async throws -> [PhotoEntry] {
        let fields = fields.filter { $0.name == Self.field }
        let kept = Set(Self.storedPhotos(fields))
        var stored = kept
        var sizes: Set<Int> = []
        var entries: [PhotoEntry] = []
        for field in fields {
            switch field.value {
            case .text:
                if let id = field.storedPhoto { entries.append(.stored(id)) }
            case .tooLarge(let name):
                let fault = PhotoFault.tooLarge(mostMegabytes: mostMegabytes)
                entries.append(.refused(fileName: name, fault))
            case .file(let file) where entries.contains(where: { $0.refusal == .unavailable }):
                entries.append(.refused(fileName: file.filename, .unavailable))
            case .file(let file) where stored.count < Item.mostPhotos:
                let photo = try await developedInTurn(
                    file.upload, from: address, isGuest: isGuest, at: now)
                let entry = try await upload.submit(photo, named: file.filename, at: now)
                if let id = entry.id { stored.insert(id) }
                entries.append(entry)
            case .file(let file):
                // Processing takes time, so only a file that may be one of the stored photos again is checked.
                let mayBeStored = !kept.isEmpty || sizes.contains(file.upload.count)
                if mayBeStored,
                    let id = try await developedID(of: file, address, at: now),
                    stored.contains(id)
                {
                    continue
                }
                entries.append(.refused(fileName: file.filename, .tooMany))
            }
            if case .file(let file) = field.value { sizes.insert(file.upload.count) }
        }
        return entries
    }

    /// The id that a file would be stored under; nil if it cannot be processed now.
    private func developedID(
        of file: Form.File, _ address: String, at now: Timestamp
    ) async throws -> Photo.ID? {
        let photo = try await developedInTurn(file.upload, from: address, at: now)
        return if case .success(let developed) = photo { developed.photo.id } else { nil }
    }

    /// The photos uploaded when the form was sent before.
    static func storedPhotos(_ fields: [Form.Entry]) -> [Photo.ID] {
        fields.filter { $0.name == field }.compactMap(\.storedPhoto)
    }

    /// Stores all files of these fields as photos, or none: if one cannot be a photo, the only
    /// entry returned says which. Faults visible in the fields themselves are found before any file
    /// is processed. If the storage runs out of space, the first photos may have been stored.
    func allOrNone(
        _ fields: [Form.Entry], from address: String, at now: Timestamp
    ) async throws -> [PhotoEntry] {
        var files: [Form.File] = []
        for field in fields {
            switch field.value {
            case .text: return [.refused(fileName: "", .notAPhoto)]
            case .tooLarge(let name):
                return [.refused(fileName: name, .tooLarge(mostMegabytes: mostMegabytes))]
            case .file(let file): files.append(file)
            }
        }
        if files.count > Item.mostPhotos {
            return [.refused(fileName: files[Item.mostPhotos].filename, .tooMany)]
        }
        var photos: [Result<DevelopedPhoto, PhotoFault>] = []
        for file in files {
            let photo = try await developedInTurn(file.upload, from: address, at: now)
            if case .failure(let fault) = photo {
                return [.refused(fileName: file.filename, fault)]
            }
            photos.append(photo)
        }
        var entries: [PhotoEntry] = []
        for (file, photo) in zip(files, photos) {
            entries.append(try await upload.submit(photo, named: file.filename, at: now))
        }
        return entries
    }

    /// Processes the files of a form in order, without storing them.
    /// - Parameter count: how many photos there are already.
    func received(
        _ fields: [Form.Entry], besides count: Int, from address: String, at now: Timestamp
    ) async throws -> [ReceivedPhoto] {
        var photos: [ReceivedPhoto] = []
        for field in fields where field.name == Self.field {
            switch field.value {
            case .text: continue
            case .tooLarge(let name):
                let fault = PhotoFault.tooLarge(mostMegabytes: mostMegabytes)
                photos.append(ReceivedPhoto(fileName: name, .failure(fault)))
            case .file(let file) where count + photos.count >= Item.mostPhotos:
                photos.append(ReceivedPhoto(fileName: file.filename, .failure(.tooMany)))
            case .file(let file):
                let photo = try await developedInTurn(file.upload, from: address, at: now)
                photos.append(ReceivedPhoto(fileName: file.filename, photo))
            }
        }
        return photos
    }

    private func developedInTurn(
        _ file: Upload, from address: String, isGuest: Bool = false, at now: Timestamp
    ) async throws -> Result<DevelopedPhoto, PhotoFault> {
        let key = TryLimiter.Key(address: address)
        if let wait = rate?.secondsToWait(key, at: now) {
            return .failure(.tooOften(wait: wait))
        }
        if isGuest, let wait = guestRate?.secondsToWait(key, at: now) {
            rate?.refund(key)
            return .failure(.tooOften(wait: wait))
        }
        do {
            return try await limiter.run(for: address) { developed(file) }
        } catch SiteError.unavailable {
            return .failure(.unavailable)
        }
    }

    private func developed(_ file: Upload) -> Result<DevelopedPhoto, PhotoFault> {
        let processor = PhotoProcessor(maxBytes: mostMegabytes << 20)
        do throws(PhotoError) {
            let renditions = try file.withBytes { bytes throws(PhotoError) in
                try processor.process(bytes.bindMemory(to: UInt8.self).span)
            }
            let photo = renditions.flatMap(DevelopedPhoto.init)
            return photo.map { .success($0) } ?? .failure(.unreadable)
        } catch {
            return .failure(PhotoFault(error, mostMegabytes: mostMegabytes))
        }
    }
}

extension Form.Entry {
    /// The id of a photo uploaded when the form was sent before.
    fileprivate var storedPhoto: Photo.ID? {
        if case .text(let text) = value { Photo.ID(text) } else { nil }
    }
}

extension DevelopedPhoto {
    /// Names the photo by the digest of its full-size bytes.
    init?(_ renditions: Renditions) {
        guard let id = Photo.ID(Digest.blake2b(renditions.full)) else { return nil }
        self.init(
            photo: Photo(id: id, width: renditions.width, height: renditions.height),
            thumbnail: renditions.thumbnail, medium: renditions.medium, full: renditions.full)
    }
}

extension PhotoFault {
    fileprivate init(_ error: PhotoError, mostMegabytes: Int) {
        switch error {
        case .unsupportedType: self = .notAPhoto
        case .heif: self = .heif
        case .empty: self = .empty
        case .unreadable: self = .unreadable
        case .tooManyPixels: self = .tooManyPixels
        case .tooLarge: self = .tooLarge(mostMegabytes: mostMegabytes)
        }
    }
}

/// A photo attached to a message that has not been sent yet.
struct AttachedPhoto: Sendable {
    let id: Photo.ID
}

extension AttachedPhoto: TemplateData {
    static let fields: [Field<AttachedPhoto>] = [Field("attachedID") { $0.id }]
}
