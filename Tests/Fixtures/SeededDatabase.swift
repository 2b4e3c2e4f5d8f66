import Foundation

/// The database that `jangteo seed` makes, seeded once for all tests of a run: drawing its photos
/// takes seconds.
public enum SeededDatabase {
    /// So many that the list has five pages: one more than scrolling alone brings.
    public static let listings = 90

    private static let seeded = Result { () throws -> TemporaryFolder in
        let folder = try TemporaryFolder()
        atexit { SeededDatabase.remove() }
        let seeding = try Program.run(
            ["seed", "--items", "\(listings)", "--database", folder.file("market.sqlite")])
        guard seeding.exit == .code(0) else { throw Failure(seeding.errors) }
        return folder
    }

    /// Puts a copy into the folder and answers its path.
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
