import Storage

/// The options of `jangteo check`.
struct CheckOptions: CommandOptions {
    var database = ServeOptions().database
    var isMending = false

    static let settings: [Setting<Self>] = [
        .text(
            "database", "FILE", \.database,
            "the file, or the address of the server, to check; best while nobody serves it"),
        .flag("mend", \.isMending, "rebuild what is wrong"),
    ]
}

/// `jangteo check`: compares the data derived from the listings with the listings, and on request rebuilds
/// what differs.
struct CheckCommand {
    let options: CheckOptions

    func run() async throws(CommandError) {
        try SQLStorage.requireFile(options.database)
        let storage = try SQLStorage.open(options.database)
        defer { storage.close() }
        let faults: [DerivedDataFault]
        do {
            faults = try await storage.checkDerivedData(mending: options.isMending)
        } catch {
            throw CommandError(opening: options.database, error)
        }
        guard !faults.isEmpty else {
            let database = SQLStorage.withoutPassword(options.database)
            return Console.print("jangteo: \(database) is in order")
        }
        let sentences = faults.map(sentence)
        guard options.isMending, faults.allSatisfy(\.canBeMended) else {
            throw .failed(sentences.joined(separator: "\n"))
        }
        Console.print(sentences.joined(separator: "\n"))
    }

    private func sentence(_ fault: DerivedDataFault) -> String {
        let outcome = options.isMending ? "rebuilt" : "‘jangteo check --mend’ rebuilds it"
        return switch fault {
        case .file(let report): "the file is damaged, restore a backup: \(report)"
        case .references: "rows refer to others that are missing, restore a backup"
        case .counts: "the counts of listings are wrong: \(outcome)"
        case .search: "the search index is wrong: \(outcome)"
        case .facets: "the data that lists filter and sort by is wrong: \(outcome)"
        }
    }
}

extension DerivedDataFault {
    fileprivate var canBeMended: Bool {
        switch self {
        case .counts, .search, .facets: true
        case .file, .references: false
        }
    }
}
