import Market

extension ItemColumns.Row: Record {
    static let columns: SQL = "category, facets, neighbourhood, has_whole_price"

    /// Unpacks the facets as `SearchSchema` packs them. Invalid values are clamped here and
    /// reported where the item is shown, so that one damaged row does not keep others from being
    /// found.
    init(_ row: inout Statement) throws(StorageError) {
        let (category, facets): (Int64, Int64) = (try row.next(), try row.next())
        let neighbourhood: Int64? = try row.next()
        self.init(
            facets: facets, category: UInt8(clamping: category),
            neighbourhood: UInt16(clamping: neighbourhood ?? 0), hasWholePrice: try row.next())
    }

    private init(facets: Int64, category: UInt8, neighbourhood: UInt16, hasWholePrice: Bool) {
        self.init(
            amount: facets >> 8, category: category,
            status: UInt8(facets & 7) | (hasWholePrice ? 8 : 0),
            currency: UInt8(facets >> 5 & 7),
            state: State(rawValue: UInt8(facets >> 3 & 3)) ?? .isGone,
            neighbourhood: neighbourhood)
    }

    /// The row of a newly posted item with this content.
    init(_ content: ItemContent) {
        let price = content.price
        let state: State = price.isOpen ? .isOpen : price.isFree ? .isFree : .isPriced
        self.init(
            amount: price.amountToPay, category: UInt8(content.category.rawValue),
            status: UInt8(Item.Status.selling.rawValue | content.purpose.rawValue << 2),
            currency: price.currency.index, state: state,
            neighbourhood: UInt16(clamping: content.place?.neighbourhood.id.rawValue ?? 0))
    }

    /// The item's rank in an order by price; see `ItemKey`.
    func rank(in order: ItemOrder) -> Int64 {
        ItemKey.rank(
            of: state == .isOpen ? nil : amount, currency: Int64(currency), in: order)
    }
}

extension Currency {
    /// The index that is stored, as `SearchSchema` packs it.
    var index: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}

// MARK: - Stored in the file

extension ItemColumns.Row {
    /// The size of a row in `item_facets`, in bytes: eight for the facets, two for the
    /// neighbourhood, and one for the category with a bit for a whole price; little-endian.
    fileprivate static let size = 11

    fileprivate init(packed bytes: UnsafeRawBufferPointer, at start: Int) {
        let facets = bytes.loadUnaligned(fromByteOffset: start, as: Int64.self)
        let neighbourhood = bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt16.self)
        let category = bytes[start + 10]
        self.init(
            facets: Int64(littleEndian: facets), category: category & 0x7F,
            neighbourhood: UInt16(littleEndian: neighbourhood), hasWholePrice: category >> 7 == 1)
    }

    fileprivate func pack(into bytes: inout [UInt8]) {
        let facets =
            amount << 8 | Int64(currency) << 5 | Int64(state.rawValue) << 3 | Int64(status & 7)
        withUnsafeBytes(of: facets.littleEndian) { bytes += $0 }
        withUnsafeBytes(of: neighbourhood.littleEndian) { bytes += $0 }
        bytes.append(category & 0x7F | (status >> 3) << 7)
    }
}

extension SQLiteConnection {
    /// Stores the rows of all chunks that have changed since they were stored, except the last
    /// chunk, which every post changes.
    func keepFacets() throws(StorageError) {
        guard !isInMemory, try keptChunks().count < lastChunk() else { return }
        try transaction("BEGIN IMMEDIATE") { () throws(StorageError) in
            let kept = try keptChunks()
            for chunk in 0..<(try lastChunk()) where !kept.contains(chunk) {
                let bytes = try packedRows(of: chunk)
                try bytes.withUnsafeBufferPointer { bytes throws(StorageError) in
                    _ = try run(
                        "INSERT INTO item_facets VALUES (?, ?)", chunk, PinnedBytes(bytes: bytes))
                }
            }
        }
    }
}

extension Connection {
    /// Whether the stored rows agree with the items.
    func facetsAreRight() throws(StorageError) -> Bool {
        for chunk in try keptChunks() {
            let kept: [UInt8] = try one("SELECT rows FROM item_facets WHERE chunk = ?", chunk)
            guard try kept == packedRows(of: chunk) else { return false }
        }
        return true
    }

    fileprivate func packedRows(of chunk: Int) throws(StorageError) -> [UInt8] {
        try rows(of: chunk).reduce(into: []) { $1.pack(into: &$0) }
    }

    /// The rows of a chunk, read from the table of items; empty if all are gone.
    fileprivate func rows(of chunk: Int) throws(StorageError) -> [ItemColumns.Row] {
        let start = chunk << ItemColumns.shift
        var found: [ItemColumns.Row] = []
        var rows = try statement(Self.selectRows, start, start + ItemColumns.chunkSize)
        while try rows.step() {
            if found.isEmpty { found = Array(repeating: .gone, count: ItemColumns.chunkSize) }
            let row = try ItemColumns.Row(&rows)
            let position: Int = try rows.next()
            found[position - start] = row
        }
        return found
    }

    private static let selectRows: SQL = """
        SELECT \(ItemColumns.Row.columns), position FROM item WHERE position >= ? AND position < ?
        """

    fileprivate func keptChunks() throws(StorageError) -> Set<Int> {
        Set(try all("SELECT chunk FROM item_facets"))
    }

    fileprivate func lastChunk() throws(StorageError) -> Int {
        try max(count("SELECT max(position) >> \(ItemFacetsSchema.shift) FROM item"), 0)
    }
}

extension ItemColumns {
    /// Reads the stored chunks, and the items themselves for chunks that have changed since.
    init(readingFrom connection: Connection) throws(StorageError) {
        self.init()
        var missing = Set(0...(try connection.lastChunk()))
        var rows = try connection.statement("SELECT chunk, rows FROM item_facets")
        while try rows.step() {
            let chunk: Int = try rows.next()
            let bytes = rows.column().bytes
            let count = bytes.count / Row.size
            guard missing.contains(chunk), count == 0 || count == Self.chunkSize else { continue }
            set((0..<count).map { Row(packed: bytes, at: $0 * Row.size) }, of: chunk)
            missing.remove(chunk)
        }
        for chunk in missing { set(try connection.rows(of: chunk), of: chunk) }
    }
}
