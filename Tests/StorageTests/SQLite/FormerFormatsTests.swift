import CSQLite
import Foundation
import Market
import Testing

@testable import Storage

/// Files as older versions left them. Their migrations did work that current migrations leave to
/// later steps.
struct FormerFormatsTests {
    /// The migrations as those versions ran them, by the format that each led to.
    static func steps() throws -> [Int: SQL] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "FormerSteps.sql")
        let parts = try String(contentsOf: file, encoding: .utf8).components(
            separatedBy: "-- Step ")
        let steps = try parts.dropFirst().map { part in
            let lines = part.split(separator: "\n", maxSplits: 1)
            return (try #require(Int(lines[0])), SQL(stringLiteral: String(lines[1])))
        }
        return Dictionary(uniqueKeysWithValues: steps)
    }

    /// A file with 60 chairs, 40 of them indexed; one became a desk, one was deleted, and one is
    /// hidden if the format knows hiding.
    private func makeFile(of format: Int, at path: String) throws {
        _ = try SQLiteFile(path)
        let connection = try SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000)
        // The indexed tokens do not matter, as long as they are the same each time.
        for name in ["bigrams", "pairs", "letters", "words", "initials"] {
            try connection.addFunction(name, arguments: 1) { context, _, values in
                sqlite3_result_value(context, values?.pointee)
            }
        }
        let former = try Self.steps()
        for (number, step) in Migrations.steps.prefix(format).enumerated() {
            try connection.execute(former[number + 1] ?? step)
        }
        let (purpose, offered): (SQL, SQL) = format < 18 ? ("", "") : ("purpose,", "0,")
        let hide: SQL = format < 16 ? "" : "UPDATE item SET position = -position WHERE id = 9;"
        let photo = SQL(stringLiteral: Photo.ID.sample("a").text)
        try connection.execute(
            """
            UPDATE item_indexed_until SET position = 40;
            INSERT INTO photo (id, width, height, date_uploaded) VALUES ('\(photo)', 40, 30, 5);
            INSERT INTO item (
                id, title, category, \(purpose) price, currency, stock, status, date_posted,
                date_modified, description)
            WITH n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 60)
            SELECT n, '의자 ' || n, 9, \(offered) 236, iif(n % 3, 'KRW', 'USD'), 1, 0, n, n, '설명'
            FROM n;
            INSERT INTO item_photo VALUES (1, 0, '\(photo)');
            UPDATE item SET photo = '\(photo)' WHERE id = 1;
            UPDATE item SET title = '책상' WHERE id = 3;
            UPDATE item SET price = 200 WHERE id % 6 = 0;
            DELETE FROM item WHERE id = 5;
            \(hide)
            """)
    }

    private func schema(of path: String) throws -> [String] {
        try SQLiteFile(path).values(
            """
            SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
            ORDER BY type, name
            """)
    }

    @Test(arguments: 4...19) func aFileOfAFormerFormatBecomesLikeANewOne(format: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.db"
            try makeFile(of: format, at: path)
            let storage = try SQLiteStorage(path: path)
            defer { storage.close() }
            try Backend.emptyFile.copy(to: folder + "/new.db")
            #expect(try schema(of: path) == schema(of: folder + "/new.db"))
            #expect(try await storage.checkDerivedData(mending: false) == [])
            let chairs = try await storage.items(
                ItemQuery(filter: ItemFilter(search: SearchQuery("의자")), limit: 99))
            let found = chairs.items.map { Int($0.id.rawValue) }
            let gone = format < 16 ? [3, 5] : [3, 5, 9]
            #expect(found.sorted() == (1...60).filter { !gone.contains($0) })
            #expect(try await storage.item(1).photos.map(\.id) == [.sample("a")])
        }
    }
}
