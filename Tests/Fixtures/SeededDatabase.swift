import Foundation

/// The database that `jangteo seed` makes, seeded once per test run, because drawing its photos takes seconds.
public enum SeededDatabase {
    /// Enough for five pages of the list: one more than scrolling alone loads.
    public static let listings = 90

    private static let seeded = Result { () throws -> TemporaryFolder in
        let folder = try TemporaryFolder()
        atexit { SeededDatabase.remove() }
        let seeding = try Program.run(
            ["seed", "--items", "\(listings)", "--database", folder.file("market.sqlite")])
        guard seeding.exit == .code(0) else { throw Failure(seeding.errors) }
        return folder
    }

    /// Puts a copy into the folder and returns its path.
    public static func copy(into folder: TemporaryFolder) throws -> String {
        let database = folder.file("market.sqlite")
        try FileManager.default.copyItem(
            atPath: seeded.get().file("market.sqlite"), toPath: database)
        return database
    }

    private static func remove() {
        if case .success(let folder) = seeded { folder.remove() }
    }
}
