#if PostgreSQL
    import CPostgreSQL
    import Market

    /// A statement in PostgreSQL's dialect, which is prepared on its first run, when the types of
    /// its values are known.
    final class PreparedStatement {
        let name: String
        let text: String
        /// Whether it begins or ends a transaction or a savepoint.
        let isTransactional: Bool
        /// Whether it may change rows.
        let writes: Bool
        /// Whether it returns the number that the table assigned to a row.
        let tellsKey: Bool
        /// Whether it may find far more rows than are usually read, which are fetched by a cursor.
        let isWalk: Bool
        var isPrepared = false

        init(_ sql: SQL, tellsKey: Bool, isWalk: Bool, number: Int) {
            self.tellsKey = tellsKey
            name = "s\(number)"
            let verb = sql.text.prefix(while: \.isLetter)
            isTransactional = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"].contains(verb)
            self.isWalk =
                isWalk
                || sql.text.contains("item_search MATCH ?") && sql.text.contains("ORDER BY")
                    && !sql.text.contains("LIMIT")
            writes = ["INSERT", "UPDATE", "DELETE", "WITH"].contains(verb)
            let translated = PostgreSQLDialect.translate(sql.text)
            text = tellsKey ? PostgreSQLDialect.tellingKey(translated) : translated
        }
    }

    /// The values of a statement in libpq's format.
    struct PostgreSQLValues {
        private var bytes: [UInt8] = []
        /// The range of each value, followed by a zero byte; nil is NULL.
        private var ranges: [Range<Int>?] = []
        /// Object ids of the types int8, text and bytea (pg_type.dat).
        private(set) var types: [Oid] = []

        mutating func append(_ integer: Int64) {
            withUnsafeBytes(of: integer.bigEndian) { append($0, of: .integer) }
        }

        mutating func append(_ value: some Collection<UInt8>, of type: ColumnType) {
            let start = bytes.count
            bytes += value
            ranges.append(start..<bytes.count)
            // An empty value needs an address as well: without one it would be NULL.
            bytes.append(0)
            types.append(type.id)
        }

        /// PostgreSQL stores no text that contains U+0000: two noncharacters, which Unicode
        /// reserves for internal use (unicode.org/faq/private_use.html#nonchar1), stand for it, and
        /// two for the first of them, in case somebody has written that.
        mutating func append(text: UnsafeBufferPointer<UInt8>) {
            guard text.contains(where: { $0 == 0 || $0 == Self.mark[0] }) else {
                return append(text, of: .text)
            }
            let marked = Array(text).replacing(Self.mark, with: Self.mark + Self.itself)
            append(marked.flatMap { $0 == 0 ? Self.mark + Self.zero : [$0] }, of: .text)
        }

        /// U+FDD0, which is followed by U+FDD1 or U+FDD2.
        private static let mark: [UInt8] = [0xEF, 0xB7, 0x90]
        private static let zero: [UInt8] = [0xEF, 0xB7, 0x91]
        private static let itself: [UInt8] = [0xEF, 0xB7, 0x92]

        static func readingZeros(_ text: String) -> String {
            guard text.utf8.contains(mark[0]) else { return text }
            let bytes = Array(text.utf8).replacing(mark + zero, with: [0])
            return String(decoding: bytes.replacing(mark + itself, with: mark), as: UTF8.self)
        }

        mutating func appendNull(of type: ColumnType) {
            ranges.append(nil)
            types.append(type.id)
        }

        func withPointers<Value>(
            _ body: (
                UnsafeBufferPointer<UnsafePointer<CChar>?>, UnsafeBufferPointer<Int32>,
                UnsafeBufferPointer<Int32>
            ) -> Value
        ) -> Value {
            bytes.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: CChar.self).baseAddress
                let values = ranges.map { range in
                    range.flatMap { start?.advanced(by: $0.lowerBound) }
                }
                let lengths = ranges.map { Int32($0?.count ?? 0) }
                let formats = [Int32](repeating: 1, count: ranges.count)
                return values.withUnsafeBufferPointer { values in
                    lengths.withUnsafeBufferPointer { lengths in
                        formats.withUnsafeBufferPointer { body(values, lengths, $0) }
                    }
                }
            }
        }
    }

    extension ColumnType {
        fileprivate var id: Oid {
            switch self {
            case .integer: 20
            case .text: 25
            case .bytes: 17
            }
        }
    }

    /// One run of a statement: its values, then its rows. These come all at once, except those of a
    /// walk, which come piece by piece.
    final class PostgreSQLCursor {
        private let statement: PreparedStatement
        let connection: PostgreSQLConnection
        private var values = PostgreSQLValues()
        private var result: OpaquePointer?
        private var row: Int32 = -1

        init(_ statement: PreparedStatement, on connection: PostgreSQLConnection) {
            (self.statement, self.connection) = (statement, connection)
        }

        deinit {
            PQclear(result)
            if let walk { connection.close(walk) }
        }

        /// The number of rows in the first piece of a walk, and the most in each further piece.
        private static let (firstPiece, largestPiece): (Int32, Int32) = (64, 2_048)
        /// The size in bytes that a piece should not exceed: rows with photos are large.
        private static let pieceSize = 4 << 20

        /// The name of the cursor on the server.
        private var walk: String?

        func bind(_ integer: Int64) { values.append(integer) }

        func bind(text: UnsafeBufferPointer<UInt8>) { values.append(text: text) }

        func bind(bytes: UnsafeBufferPointer<UInt8>) { values.append(bytes, of: .bytes) }

        func bindNull(of type: ColumnType) { values.appendNull(of: type) }

        func step() throws(StorageError) -> Bool {
            row += 1
            if statement.isWalk {
                if let result, row < PQntuples(result) { return true }
                return try fetch()
            }
            if result == nil { result = try connection.run(statement, values) }
            // An INSERT returns only the key, which is for the connection.
            return !statement.tellsKey && row < PQntuples(result)
        }

        func runLater() { connection.runLater(statement, values) }

        private func fetch() throws(StorageError) -> Bool {
            let count = nextPiece
            let name: String
            if let walk {
                name = walk
            } else {
                name = try connection.declareWalk(of: statement, values)
                walk = name
            }
            PQclear(result)
            result = nil
            result = try connection.fetch(count, of: name)
            row = 0
            return PQntuples(result) > 0
        }

        /// The number of rows to fetch next, by the size of the previous ones.
        private var nextPiece: Int32 {
            let rows = Int(PQntuples(result))
            guard rows > 0 else { return Self.firstPiece }
            let most = rows * Self.pieceSize / max(Int(PQresultMemorySize(result)), 1)
            return Int32(min(max(most, 1), Int(Self.largestPiece)))
        }

        func cell(at column: Int32) -> UnsafeRawBufferPointer? {
            Self.cell(of: result, row, column)
        }

        func name(of column: Int32) -> String {
            PQfname(result, column).map { String(cString: $0) } ?? ""
        }

        /// Nil is NULL.
        static func cell(
            of result: OpaquePointer?, _ row: Int32, _ column: Int32
        ) -> UnsafeRawBufferPointer? {
            guard PQgetisnull(result, row, column) == 0 else { return nil }
            let count = Int(PQgetlength(result, row, column))
            return UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
        }

        /// An integer of any size from the server, in big-endian order.
        static func integer(_ cell: UnsafeRawBufferPointer?) -> Int64 {
            guard let cell, let first = cell.first else { return 0 }
            return cell.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
        }
    }
#endif
