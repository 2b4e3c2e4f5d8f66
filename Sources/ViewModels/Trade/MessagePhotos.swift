import Market

/// The photos of a message that was refused, which stay in the storage until it is sent, so that
/// nobody has to choose them again.
public struct MessagePhotos: Sendable {
    /// The photos that were stored.
    public typealias Input = [Photo.ID]
    /// The same photos, as if they had been uploaded again.
    public typealias Output = [ReceivedPhoto]

    private let storage: any PhotoStorage

    /// Reads from and writes to `storage`.
    public init(storage: any PhotoStorage) {
        self.storage = storage
    }

    /// Stored photos expire; an expired one is answered as a fault, so that it is chosen again.
    /// - Throws: `StorageError` when the storage fails.
    public func output(for ids: Input) async throws(StorageError) -> Output {
        var photos: Output = []
        for id in ids {
            do throws(StorageError) {
                for photo in try await storage.photos([id]) {
                    let developed = DevelopedPhoto(
                        photo: photo, thumbnail: try await storage.bytes(of: id, .thumbnail),
                        medium: try await storage.bytes(of: id, .medium),
                        full: try await storage.bytes(of: id, .full))
                    photos.append(ReceivedPhoto(fileName: "", .success(developed)))
                }
            } catch .photoNotFound {
                photos.append(ReceivedPhoto(fileName: "", .failure(.unreadable)))
            }
        }
        return photos
    }

    /// Stores the photos that were not sent, as far as the storage is available and has room.
    /// - Returns: the photos that were stored, and for each other one why it must be chosen again.
    func keep(_ photos: Output, at now: Timestamp) async -> (kept: Input, faults: [Fault]) {
        var kept: Input = []
        var fields = FieldReader()
        for received in photos {
            do throws(PhotoFault) {
                kept.append(try await keep(received.photo.get(), at: now))
            } catch {
                fields.add("photos", error.message(for: received.fileName))
            }
        }
        return (kept, fields.faults)
    }

    private func keep(
        _ photo: DevelopedPhoto, at now: Timestamp
    ) async throws(PhotoFault) -> Photo.ID {
        do throws(StorageError) {
            try await storage.insert(photo, at: now)
        } catch {
            throw .unavailable
        }
        return photo.photo.id
    }
}

extension FieldReader {
    /// The photos that can be sent; for each other one a fault is added.
    mutating func photos(_ received: MessagePhotos.Output) -> [DevelopedPhoto] {
        received.compactMap { received in
            switch received.photo {
            case .success(let photo): return photo
            case .failure(let fault):
                add("photos", fault.message(for: received.fileName))
                return nil
            }
        }
    }
}
