import Market

extension MemoryStorage: ItemStorage {
    public func items(_ query: ItemQuery) -> ItemPage {
        reading { contents in contents.page(query) }
    }

    public func items(_ query: ItemOffsetQuery) throws(StorageError) -> ItemOffsetPage {
        try reading { contents throws(StorageError) in try contents.items(query) }
    }

    public func listedItem(_ id: Item.ID) throws(StorageError) -> ListedItem {
        try reading { contents throws(StorageError) in try contents.listedItem(id) }
    }

    public func item(_ id: Item.ID) throws(StorageError) -> Item {
        try reading { contents throws(StorageError) in try contents.listing(id).item }
    }

    public func passwordHash(of id: Item.ID) throws(StorageError) -> String {
        try reading { contents throws(StorageError) in
            guard let hash = try contents.listing(id).passwordHash else { throw .noPassword }
            return hash
        }
    }

    public func insert(_ item: NewItem) throws(StorageError) -> Item.ID {
        try changing(.items) { contents throws(StorageError) in try contents.insert(item) }
    }

    public func update(
        _ id: Item.ID, content: ItemContent, photos: [Photo.ID], at now: Timestamp,
        if condition: ItemCondition?
    ) throws(StorageError) {
        try changing(.items) { contents throws(StorageError) in
            try condition?.check(try contents.listing(id).item)
            try contents.update(id, content: content, photos: photos, at: now)
        }
    }

    public func delete(_ id: Item.ID, if condition: ItemCondition?) throws(StorageError) {
        try changing(.items) { contents throws(StorageError) in
            try condition?.check(try contents.listing(id).item)
            try contents.delete(id)
        }
    }
}

extension MemoryStorage: PhotoStorage {
    public func insert(_ photo: DevelopedPhoto, at now: Timestamp) {
        changing { contents in contents.insert(photo, at: now) }
    }

    public func photos(_ ids: [Photo.ID]) throws(StorageError) -> [Photo] {
        try reading { contents throws(StorageError) in try contents.photos(ids) }
    }

    public func bytes(of id: Photo.ID, _ size: Photo.Size) throws(StorageError) -> [UInt8] {
        try reading { contents throws(StorageError) in
            guard let upload = contents.uploads[id] else { throw .photoNotFound }
            return upload.photo.bytes(size)
        }
    }

    @discardableResult
    public func deleteUnusedPhotos(uploadedBefore moment: Timestamp) -> Int {
        changing { contents in contents.deleteUnusedPhotos(uploadedBefore: moment) }
    }
}
