import Market

extension SQLStorage: PhotoStorage {
    public func insert(_ photo: DevelopedPhoto, at now: Timestamp) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            let (id, width, height) = (photo.photo.id, photo.photo.width, photo.photo.height)
            let count = try connection.run(
                """
                INSERT INTO photo (id, width, height, date_uploaded) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """, id, width, height, now)
            guard count == 1 else {
                // Shows a photo again that was hidden with items in the trash, since the uploader
                // has it anyway.
                try connection.run(
                    """
                    UPDATE photo SET date_uploaded = ?,
                        is_hidden = CASE is_hidden WHEN 2 THEN 0 ELSE is_hidden END
                    WHERE id = ?
                    """, now, id)
                return
            }
            for size in Photo.Size.allCases {
                try photo.bytes(size).withUnsafeBufferPointer { bytes throws(StorageError) in
                    try connection.runLater(
                        "INSERT INTO rendition (photo, size, bytes) VALUES (?, ?, ?)",
                        id, size, PinnedBytes(bytes: bytes))
                }
            }
        }
    }

    public func photos(_ ids: [Photo.ID], in item: Item.ID?) async throws(StorageError) -> [Photo] {
        try await read { connection throws(StorageError) in
            try ids.map { id throws(StorageError) in try connection.photo(id, in: item) }
        }
    }

    public func hasPhoto(_ id: Photo.ID) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.exists("SELECT 1 FROM photo WHERE id = ?", id)
        }
    }

    public func bytes(
        of id: Photo.ID, _ size: Photo.Size, for viewer: Photo.Viewer
    ) async throws(StorageError) -> [UInt8] {
        if let bytes = keptPhotos?.bytes(of: id, size) { return bytes }
        let age = keptPhotos?.age ?? 0
        let bytes: [UInt8] = try await read { connection throws(StorageError) in
            try connection.bytes(of: id, size, for: viewer)
        }
        if viewer == .anybody { keptPhotos?.keep(bytes, of: id, size, at: age) }
        return bytes
    }

    @discardableResult
    public func deleteUnusedPhotos(
        uploadedBefore moment: Timestamp
    ) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            try connection.hidePhotosInTrash()
            try connection.hidePhotosOfReportsAlone()
            return try connection.run(
                """
                DELETE FROM photo WHERE date_uploaded < ?
                AND NOT EXISTS (SELECT 1 FROM item_photo WHERE \(Connection.isOfPhoto))
                AND NOT EXISTS (SELECT 1 FROM account WHERE picture = photo.id)
                AND NOT EXISTS (SELECT 1 FROM draft_photo WHERE draft_photo.photo = photo.id)
                AND NOT EXISTS (
                    SELECT 1 FROM report
                    WHERE report.photo = photo.id AND report.date_settled IS NULL)
                """, moment)
        }
    }
}

extension Connection {
    private static let selectShown: SQL = "\(selectBytes) AND is_hidden = 0"
    /// Takes an item, whose own photos are included even if they are hidden.
    private static let isShownOrOfItem: SQL = """
        (is_hidden = 0 OR EXISTS (
            SELECT 1 FROM item_photo WHERE item = ? AND item_photo.photo = photo.id))
        """
    private static let selectBytes: SQL = """
        SELECT bytes FROM photo JOIN rendition ON rendition.photo = photo.id
        WHERE photo.id = ? AND size = ?
        """

    /// - Throws: `.photoNotFound`.
    fileprivate func bytes(
        of id: Photo.ID, _ size: Photo.Size, for viewer: Photo.Viewer
    ) throws(StorageError) -> [UInt8] {
        let bytes: [UInt8]?
        switch viewer {
        case .anybody: bytes = try first(Self.selectShown, id, size)
        case .operator: bytes = try first(Self.selectBytes, id, size)
        case .account(let account):
            bytes = try first(
                """
                \(Self.selectBytes) AND (is_hidden = 0 OR EXISTS (
                    SELECT 1 FROM item_photo JOIN item ON item.id = item_photo.item
                    LEFT JOIN deletion ON deletion.item = item.id
                    WHERE \(Self.isOfPhoto) AND (seller = ? OR deletion.account = ?)))
                """, id, size, account, account)
        case .editor(let item):
            bytes = try first("\(Self.selectBytes) AND \(Self.isShownOrOfItem)", id, size, item)
        }
        guard let bytes else { throw .photoNotFound }
        return bytes
    }

    /// Hides the photos of an item that nothing else shows.
    func hidePhotos(of item: Item.ID) throws(StorageError) {
        try run(
            """
            UPDATE photo SET is_hidden = 1
            WHERE id IN (SELECT photo FROM item_photo WHERE item = ?) AND \(Self.isShownByNone)
            """, item)
    }

    /// Hides the photos of an item in the trash that nothing else shows (2): they are shown again
    /// when it is restored, unless the operator has hidden another item with the same photo (1).
    func hidePhotos(ofTrashed item: Item.ID) throws(StorageError) {
        try run("\(Self.hideTrashed) AND id IN (SELECT photo FROM item_photo WHERE item = ?)", item)
    }

    /// Hides the photos of all items in the trash: whatever still showed them when the items were
    /// deleted may not do so any more.
    fileprivate func hidePhotosInTrash() throws(StorageError) {
        try run(
            """
            \(Self.hideTrashed) AND id IN (
                SELECT item_photo.photo FROM deletion
                CROSS JOIN item_photo ON item_photo.item = deletion.item
                UNION ALL SELECT item_photo.photo FROM guest_deletion
                CROSS JOIN item_photo ON item_photo.item = guest_deletion.item)
            """)
    }

    /// Hides photos that only an open report still has: operators can see them until it is settled.
    fileprivate func hidePhotosOfReportsAlone() throws(StorageError) {
        try run(
            """
            \(Self.hideTrashed) AND id IN (
                SELECT photo FROM report WHERE photo IS NOT NULL AND date_settled IS NULL)
            """)
    }

    private static let hideTrashed: SQL = """
        UPDATE photo SET is_hidden = 2 WHERE is_hidden = 0 AND \(isShownByNone)
            AND NOT EXISTS (SELECT 1 FROM draft_photo WHERE draft_photo.photo = photo.id)
        """

    /// A condition on the tables `item_photo` and `photo`; the index has the first characters of
    /// ids.
    fileprivate static let isOfPhoto: SQL =
        "substr(item_photo.photo, 1, 6) = substr(photo.id, 1, 6) AND item_photo.photo = photo.id"

    /// A condition on the table `photo`.
    private static let isShownByNone: SQL = """
        NOT EXISTS (
            SELECT 1 FROM item_photo JOIN item ON item.id = item_photo.item
            WHERE \(isOfPhoto) AND item.position > 0)
        AND NOT EXISTS (SELECT 1 FROM account WHERE picture = photo.id)
        """

    func showPhotos(ofTrashed item: Item.ID) throws(StorageError) {
        try run(
            """
            UPDATE photo SET is_hidden = 0
            WHERE is_hidden = 2 AND id IN (SELECT photo FROM item_photo WHERE item = ?)
            """, item)
    }

    func showPhotos(of item: Item.ID) throws(StorageError) {
        try run(
            """
            UPDATE photo SET is_hidden = 0
            WHERE id IN (SELECT photo FROM item_photo WHERE item = ?)
            """, item)
    }

    /// - Parameter item: an item whose own photos are found even if they are hidden.
    /// - Throws: `.photoNotFound`.
    func photo(_ id: Photo.ID, in item: Item.ID? = nil) throws(StorageError) -> Photo {
        let photo: Photo? = try first(
            "SELECT \(Photo.columns) FROM photo WHERE id = ? AND \(Self.isShownOrOfItem)", id, item)
        guard let photo else { throw .photoNotFound }
        return photo
    }

    /// The photos of an item, in their order.
    func photos(of item: Item.ID) throws(StorageError) -> [Photo] {
        try all(Self.selectPhotos, item)
    }

    private static let selectPhotos: SQL = """
        SELECT \(Photo.columns) FROM item_photo JOIN photo ON photo.id = item_photo.photo
        WHERE item = ? ORDER BY position
        """
}

extension Photo: Record {
    static let columns: SQL = "photo.id, width, height"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(id: try row.next(), width: try row.next(), height: try row.next())
        // Later code divides by width and height.
        guard width > 0, height > 0 else { throw .failed("the photo \(id) has no size") }
    }
}
