import Market
import Synchronization

/// The market in memory, gone with the process: for tests, previews and small demonstrations.
///
/// A list walks through all listings.
public final class MemoryStorage: MarketStorage {
    private let contents = Mutex(Contents())

    private let changeCount = Atomic<UInt64>(0)

    public init() {}

    public var changes: UInt64 { changeCount.load(ordering: .acquiring) }

    public func items(_ query: ItemQuery) -> ItemPage {
        contents.withLock { contents in contents.page(query) }
    }

    public func item(_ id: Item.ID) throws(StorageError) -> Item {
        try contents.withLock { contents throws(StorageError) in
            try contents.listing(id).item
        }
    }

    public func passwordHash(of id: Item.ID) throws(StorageError) -> String {
        try contents.withLock { contents throws(StorageError) in
            try contents.listing(id).passwordHash
        }
    }

    public func insert(_ item: NewItem) throws(StorageError) -> Item.ID {
        try changing { contents throws(StorageError) in try contents.insert(item) }
    }

    public func update(
        _ id: Item.ID, content: ItemContent, photos: [Photo.ID], at now: Timestamp
    ) throws(StorageError) {
        try changing { contents throws(StorageError) in
            try contents.update(id, content: content, photos: photos, at: now)
        }
    }

    public func delete(_ id: Item.ID) throws(StorageError) {
        try changing { contents throws(StorageError) in try contents.delete(id) }
    }

    public func insert(_ photo: DevelopedPhoto, at now: Timestamp) {
        changing { contents in contents.insert(photo, at: now) }
    }

    public func photos(_ ids: [Photo.ID]) throws(StorageError) -> [Photo] {
        try contents.withLock { contents throws(StorageError) in
            try contents.photos(ids)
        }
    }

    public func bytes(of id: Photo.ID, _ size: Photo.Size) throws(StorageError) -> [UInt8] {
        try contents.withLock { contents throws(StorageError) in
            guard let upload = contents.uploads[id] else { throw .photoNotFound }
            return upload.photo.bytes(size)
        }
    }

    @discardableResult
    public func deleteUnusedPhotos(uploadedBefore moment: Timestamp) -> Int {
        changing { contents in contents.deleteUnusedPhotos(uploadedBefore: moment) }
    }

    /// A write that failed counts as a change too: nobody is worse off for reading again.
    private func changing<Value, Failure: Error>(
        _ body: (inout Contents) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { changeCount.add(1, ordering: .releasing) }
        return try contents.withLock { contents throws(Failure) in try body(&contents) }
    }
}
