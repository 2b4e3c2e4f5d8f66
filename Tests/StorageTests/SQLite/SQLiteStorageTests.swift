import Foundation
import Market
import Testing

@testable import Storage

/// Opening, refusing and closing a file.
struct SQLiteStorageTests {
    /// Expects the file to be refused, with these words in the reason.
    private func expectRefusal(of path: String, _ words: String) {
        let error = #expect(throws: StorageError.self) { try SQLiteStorage(path: path) }
        guard case .unusable(let text) = error else {
            Issue.record("refused as \(String(describing: error))")
            return
        }
        #expect(text.contains(words), "\(text)")
    }

    @Test func everythingIsThereAfterReopening() async throws {
        try await withMarketFile { path in
            var storage = try SQLiteStorage(path: path)
            try await storage.insert(.sample("a", fullSize: 90_000), at: noon)
            let id = try await storage.insert(.sample(photos: [.sample("a")], key: "k"))
            let before = try await storage.item(id)
            storage.close()
            storage = try SQLiteStorage(path: path)
            #expect(try await storage.item(id) == before)
            #expect(try await storage.bytes(of: .sample("a"), .full).count == 90_000)
            #expect(try await storage.insert(.sample(key: "k")) == id)
        }
    }

    /// Whatever browsers hold that the market has signed stays valid when it is restarted.
    @Test func aFileKeepsTheKeyThatItsMarketSignsWith() async throws {
        try await withTemporaryFolder { folder in
            func key(of file: String) throws -> [UInt8]? {
                let storage = try SQLiteStorage(path: folder + file)
                defer { storage.close() }
                return storage.sharedKey
            }
            let first = try key(of: "/market.db")
            #expect(first?.count == 32)
            #expect(try key(of: "/market.db") == first)
            #expect(try key(of: "/other.db") != first)
        }
    }

    @Test func aNewFileIsMarkedAsOursAndForItsOwnerOnly() async throws {
        try await withMarketFile { path in
            try SQLiteStorage(path: path).close()
            let file = try SQLiteFile(path)
            #expect(try file.value("PRAGMA application_id") == "1247899239")
            #expect(try file.value("PRAGMA user_version") == "\(Migrations.steps.count)")
            #expect(try file.value("PRAGMA journal_mode") == "wal")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func anEmptyFileBecomesAMarket() async throws {
        try await withMarketFile { path in
            try Data().write(to: URL(fileURLWithPath: path))
            let storage = try SQLiteStorage(path: path)
            #expect(try await storage.insert(.sample()) == 1)
        }
    }

    @Test func closingLeavesOneWholeFile() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let id = try await storage.insert(.sample())
            _ = try await storage.item(id)
            storage.close()
            storage.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["market.db"])
        }
    }

    @Test func aClosedStorageRefuses() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            storage.close()
            let closed = StorageError.unusable("the storage is closed")
            await #expect(throws: closed) { try await storage.item(1) }
            await #expect(throws: closed) { try await storage.insert(.sample()) }
        }
    }

    @Test func lettingGoFinishesAndCloses() async throws {
        try await withTemporaryFolder { folder in
            _ = try await SQLiteStorage(path: folder + "/market.db").insert(.sample())
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["market.db"])
        }
    }

    @Test func anotherConnectionReadsWhatWasJustAnswered() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let other = try SQLiteFile(folder + "/market.db")
            for count in 1...5 {
                _ = try await storage.insert(.sample())
                #expect(try other.value("SELECT count(*) FROM item") == "\(count)")
            }
        }
    }

    @Test func twoProgramsMayShareAFile() async throws {
        try await withTemporaryFolder { folder in
            let first = try SQLiteStorage(path: folder + "/market.db")
            let second = try SQLiteStorage(path: folder + "/market.db")
            let id = try await first.insert(.sample("하나"))
            #expect(try await second.item(id).content.title == "하나")
            #expect(try await second.insert(.sample("둘")) > id)
            while try await first.items(ItemQuery(limit: 9)).items.count < 2 { await Task.yield() }
        }
    }

    @Test func aPathUnderAMissingFolderIsRefused() async throws {
        try await withTemporaryFolder { folder in
            expectRefusal(of: folder + "/missing/market.db", "No such file or directory")
        }
    }

    @Test(arguments: ["", ".", "/"])
    func aFolderIsRefused(_ path: String) { expectRefusal(of: path, "is not a file") }

    @Test func aPipeIsRefusedWithoutWaiting() async throws {
        try await withTemporaryFolder { folder in
            mkfifo(folder + "/pipe", 0o600)
            expectRefusal(of: folder + "/pipe", "is not a file")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "permissions do not bind root"))
    func aReadOnlyFileIsRefused() async throws {
        try await withMarketFile { path in
            try SQLiteStorage(path: path).close()
            chmod(path, 0o400)
            expectRefusal(of: path, "cannot be written")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "permissions do not bind root"))
    func aReadOnlyFolderIsRefused() async throws {
        try await withTemporaryFolder { folder in
            chmod(folder, 0o500)
            defer { chmod(folder, 0o700) }
            expectRefusal(of: folder + "/market.db", "cannot be made")
        }
    }

    @Test(arguments: ["hello", String(repeating: "장터 ", count: 5_000)])
    func aFileThatIsNoDatabaseIsRefusedUntouched(_ text: String) async throws {
        try await withTemporaryFolder { folder in
            let url = URL(fileURLWithPath: folder + "/market.db")
            try Data(text.utf8).write(to: url)
            expectRefusal(of: url.path, "is not a database")
            #expect(try Data(contentsOf: url) == Data(text.utf8))
        }
    }

    @Test(arguments: [
        "PRAGMA application_id = 7", "CREATE TABLE item (id INTEGER)", "PRAGMA user_version = 1",
    ])
    func anotherProgramsDatabaseIsRefusedUntouched(_ script: String) async throws {
        try await withTemporaryFolder { folder in
            let url = URL(fileURLWithPath: folder + "/other.db")
            try SQLiteFile(url.path).run(script)
            let before = try Data(contentsOf: url)
            expectRefusal(of: url.path, "another program")
            #expect(try Data(contentsOf: url) == before)
        }
    }

    @Test func aNewerFileIsRefused() async throws {
        try await withMarketFile { path in
            try SQLiteStorage(path: path).close()
            try SQLiteFile(path).run("PRAGMA user_version = 999")
            expectRefusal(of: path, "newer version")
        }
    }

    @Test(arguments: [2, 15, 16, 18, 20, 60, 99, 100, 101, 511, 512, 4_095, 4_096, 4_097, 20_000])
    func aTruncatedFileIsRefused(_ length: Int) async throws {
        try await withTemporaryFolder { folder in
            let url = URL(fileURLWithPath: folder + "/market.db")
            try SQLiteStorage(path: url.path).close()
            let whole = try Data(contentsOf: url)
            #expect(length < whole.count)
            try whole.prefix(length).write(to: url)
            expectRefusal(of: url.path, "market.db is ")
        }
    }

    @Test func damageFoundLaterIsToldAndDoesNotCrash() async throws {
        try await withMarketFile { path in
            var storage = try SQLiteStorage(path: path)
            let id = try await storage.insert(.sample())
            storage.close()
            // Updates of the status need this trigger's functions, which only the storage's
            // connections have.
            try SQLiteFile(path).run(
                """
                DROP TRIGGER wanted_item_is_found;
                UPDATE item SET price = -5, status = 77;
                """)
            storage = try SQLiteStorage(path: path)
            await #expect(throws: StorageError.unusable("\(path) is damaged: price of 1")) {
                try await storage.item(id)
            }
        }
    }
}
