import Market

/// The photos of a message that comes back, which wait in the storage until it is sent: nobody chooses
/// them again.
public struct MessagePhotos: Sendable {
    /// Those that were kept.
    public typealias Input = [Photo.ID]
    /// As if they had come along once more.
    public typealias Output = [ReceivedPhoto]

    private let storage: any PhotoStorage

    /// Reads from and writes to `storage`.
    public init(storage: any PhotoStorage) {
        self.storage = storage
    }

    /// Nobody waits for ever: one that is gone is to be chosen again.
    /// - Throws: `StorageError` of a storage that failed.
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

    /// Keeps what was not sent, as far as the storage has time and room now.
    /// - Returns: those that were kept, and why each other one is to be chosen again.
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
    /// Those that can be sent; why each other one cannot is noted.
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
