import Market

extension SQLiteStorage: ItemStorage {
    public func items(_ query: ItemQuery) throws(StorageError) -> ItemPage {
        try readers.read { connection throws(StorageError) in
            try connection.itemPage(query)
        }
    }

    public func items(_ query: ItemOffsetQuery) throws(StorageError) -> ItemOffsetPage {
        try readers.read { connection throws(StorageError) in
            try connection.items(query)
        }
    }

    public func listedItem(_ id: Item.ID) throws(StorageError) -> ListedItem {
        try readers.read { connection throws(StorageError) in
            try connection.listedItem(id)
        }
    }

    public func item(_ id: Item.ID) throws(StorageError) -> Item {
        try readers.read { connection throws(StorageError) in
            try connection.item(id)
        }
    }

    public func passwordHash(of id: Item.ID) throws(StorageError) -> String {
        try readers.read { connection throws(StorageError) in
            let row = try connection.statement("SELECT password_hash FROM item WHERE id = ?", id)
            guard try row.step() else { throw .itemNotFound }
            guard !row.isNull(0) else { throw .noPassword }
            return row.text(0)
        }
    }

    public func insert(_ item: NewItem) async throws(StorageError) -> Item.ID {
        try await write(.items) { connection throws(StorageError) in
            try connection.insert(item)
        }
    }

    public func update(
        _ id: Item.ID, content: ItemContent, photos: [Photo.ID], at now: Timestamp,
        if condition: ItemCondition?
    ) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            try condition?.check(try connection.item(id))
            try connection.update(id, content: content, photos: photos, at: now)
        }
    }

    public func delete(
        _ id: Item.ID, if condition: ItemCondition?
    ) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            try condition?.check(try connection.item(id))
            let count = try connection.run("DELETE FROM item WHERE id = ?", id)
            guard count == 1 else { throw .itemNotFound }
        }
    }
}
