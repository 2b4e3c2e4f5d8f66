/// Where photos are kept, each under its digest.
public protocol PhotoStorage: Sendable {
    /// Adds a photo that no listing shows yet. One that is there already stays, and counts as
    /// uploaded at `now`.
    func insert(_ photo: DevelopedPhoto, at now: Timestamp) async throws(StorageError)

    /// The photos of these ids, in their order.
    /// - Throws: `.photoNotFound` when one is missing.
    func photos(_ ids: [Photo.ID]) async throws(StorageError) -> [Photo]

    /// The JPEG bytes of one size.
    /// - Throws: `.photoNotFound`.
    func bytes(of id: Photo.ID, _ size: Photo.Size) async throws(StorageError) -> [UInt8]

    /// Forgets the photos that no listing shows and that were uploaded before `moment`.
    /// - Returns: how many were forgotten.
    @discardableResult
    func deleteUnusedPhotos(uploadedBefore moment: Timestamp) async throws(StorageError) -> Int
}
