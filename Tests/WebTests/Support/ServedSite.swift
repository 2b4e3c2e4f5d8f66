import Fixtures
import HTTPServer
import Market
import Storage

@testable import Web

/// The site, served on a free port by the test process, over a storage of its own.
final class ServedSite: Sendable {
    let port: UInt16
    let storage: any MarketStorage
    /// The path of the storage's file.
    let database: String
    let clock: SetClock
    let log: Log
    let site: Site
    private let server: Server
    private let folder: TemporaryFolder
    /// Shared by most sites, because compiling the templates takes longer than most tests.
    fileprivate static let files = Result { try SiteFiles(root: Program.packageRoot) }

    /// - Parameters:
    ///   - busyTimeout: how long a write waits for another process, in milliseconds.
    ///   - vendors: numbers and names by identifier.
    init(
        _ backend: Backend = .sqlite, busyTimeout: Int32 = 5_000,
        vendors: KeyValuePairs<String, (Vendor.ID, String)> = [:],
        _ change: (inout SiteOptions) -> Void = { _ in }
    ) throws {
        let (clock, log) = (SetClock(), Log())
        folder = try TemporaryFolder()
        database = folder.file("market.sqlite")
        storage = try backend.open(
            database, busyTimeout: busyTimeout,
            vendors: vendors.compactMap { text, vendor in
                VendorIdentifier(text).map {
                    VendorAssignment(identifier: $0, number: vendor.0, name: vendor.1)
                }
            })
        var options = SiteOptions(root: Program.packageRoot)
        options.passwordHash.passes = 1
        options.passwordHash.memoryBytes = 8_192
        // The clock stands still, and all requests come from one address.
        options.postsPerMinute = 0
        options.newcomerItemsPerDay = 0
        options.photosPerMinute = 0
        options.newcomerConversationsPerHour = 0
        options.messagesPerMinute = 0
        options.loops = 2
        change(&options)
        let hasOwnFiles = options.isDevelopment || options.root != Program.packageRoot
        let site = try Site(
            options, files: hasOwnFiles ? nil : Self.files.get(), storage: storage,
            clock: { clock.now }, log: log.add)
        self.site = site
        var configuration = Configuration()
        configuration.port = 0
        configuration.loops = 2
        configuration.fields = Site.fields(isBehindTLS: options.isBehindTLS)
        configuration.errorResponse = { site.respond(to: $0) }
        server = Server(
            configuration, immediateHandler: { site.respondAtOnce(to: $0) },
            handler: { await site.respond(to: $0) })
        port = try server.start().port
        self.clock = clock
        self.log = log
    }

    deinit {
        folder.remove()
        Task { [server] in await server.shutdown(within: .zero) }
    }

    /// Where the site stores its data.
    enum Backend {
        case memory
        case sqlite
        /// Nowhere: the storage is always busy.
        case busy

        static let working = [memory, sqlite]

        /// Saves the migrations of a new file, which take longer than most tests.
        private static let emptyFile = CopiedFile { try SQLiteStorage(path: $0).close() }

        fileprivate func open(
            _ path: String, busyTimeout: Int32, vendors: [VendorAssignment]
        ) throws -> any MarketStorage {
            switch self {
            case .memory:
                return try SQLiteStorage(
                    path: ":memory:", vendors: vendors, busyTimeout: busyTimeout)
            case .sqlite:
                try Self.emptyFile.copy(to: path)
                return try SQLiteStorage(path: path, vendors: vendors, busyTimeout: busyTimeout)
            case .busy: return BusyStorage()
            }
        }
    }
}

extension ServedSite {
    /// Adds listings to the storage, numbered in their titles from 1; guests' unless a seller is named.
    @discardableResult
    func add(
        _ count: Int = 1, title: String = "원목 책장", category: Market.Category = .furniture,
        price: Int64 = 35_000, discountedTo discount: Int64? = nil, stock: Int64 = 1,
        description: String = "직거래해요.", of seller: Account.ID? = nil
    ) async throws -> [Item.ID] {
        var ids: [Item.ID] = []
        for number in 1...count {
            let content = ItemContent(
                title: count == 1 ? title : "\(title) \(number)", category: category,
                price: try Price(price, discountedTo: discount), stock: stock,
                description: description)
            let item = NewItem(
                content: content, photos: [],
                owner: seller.map { .account($0) } ?? .guest(passwordHash: "none"),
                datePosted: clock.now)
            ids.append(try await storage.insert(item))
        }
        return ids
    }

    /// The ids of all listings, newest first.
    func storedIDs() async throws -> [Item.ID] {
        try await storage.items(ItemQuery(limit: 1_000)).items.map(\.id)
    }
}

extension Dependencies {
    /// Made over an empty storage.
    static func overNothing() throws -> Dependencies {
        Dependencies(
            SiteOptions(root: Program.packageRoot), files: try ServedSite.files.get(),
            storage: try SQLiteStorage(path: ":memory:"), clock: { Timestamp(seconds: 0) })
    }
}
