// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Jangteo",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "jangteo", targets: ["Jangteo"]),
        .library(name: "HTTPServer", targets: ["HTTPServer"]),
        .library(name: "Market", targets: ["Market"]),
        .library(name: "Mustache", targets: ["Mustache"]),
        .library(name: "OpenMarket", targets: ["OpenMarket"]),
        .library(name: "ViewModels", targets: ["ViewModels"]),
    ],
    traits: [
        .trait(
            name: "PostgreSQL",
            description: "Keeps the market in a PostgreSQL server, too, over libpq.")
    ],
    targets: [
        .executableTarget(
            name: "Jangteo",
            dependencies: [
                "CLinux", "HTTPServer", "Market", "Samples", "Secrets", "Storage", "ViewModels",
                "Web", "WebPush",
            ]
        ),
        .target(
            name: "Web",
            dependencies: [
                "Archives", "HTTPServer", "Localization", "Market", "Mustache", "OpenMarket",
                "Photos", "Secrets", "ViewModels",
            ]
        ),
        .target(name: "Localization"),
        .target(name: "OpenMarket"),
        .target(name: "ViewModels", dependencies: ["Localization", "Market"]),
        .target(
            name: "Market", dependencies: ["Localization"],
            resources: [.embedInCode("Search/Synonyms.txt")]),
        .target(
            name: "Storage",
            dependencies: [
                "CSQLite", "Localization", "Market",
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ],
            exclude: ["PostgreSQL/README.md"]),
        .target(
            name: "Samples", dependencies: ["Market", "Photos", "Secrets"],
            resources: [
                .embedInCode("Colors.txt"), .embedInCode("Dealings.txt"),
                .embedInCode("Neighbours.txt"), .embedInCode("Phrases.txt"),
                .embedInCode("Places.txt"), .embedInCode("Products.txt"),
                .embedInCode("Tones.txt"),
            ]),
        .target(name: "HTTPServer", dependencies: ["CLinux", "CZlib"]),
        .target(name: "Mustache"),
        .target(
            name: "Photos", dependencies: ["CGD"],
            resources: [.embedInCode("Drawing/Motifs.txt")]),
        .target(name: "Secrets", dependencies: ["CSodium"]),
        .target(name: "Archives", dependencies: ["CArchive"]),
        .target(name: "WebPush", dependencies: ["CLinux", "HTTPServer", "Secrets"]),

        .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),
        .systemLibrary(
            name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CPostgreSQL", path: "Sources/System/CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CSodium", path: "Sources/System/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(
            name: "CGD", path: "Sources/System/CGD", pkgConfig: "gdlib",
            providers: [.apt(["libgd-dev"]), .brew(["gd"])]),
        .systemLibrary(
            name: "CArchive", path: "Sources/System/CArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),

        .systemLibrary(
            name: "CValgrind", path: "Sources/System/CValgrind",
            providers: [.apt(["valgrind"])]),

        .testTarget(name: "MarketTests", dependencies: ["Fixtures", "Market"]),
        .testTarget(
            name: "ViewModelsTests",
            dependencies: [
                "Fixtures", "Localization", "Market", "Secrets", "Storage", "ViewModels",
            ]),
        .testTarget(
            name: "StorageTests",
            dependencies: ["CSQLite", "Fixtures", "Localization", "Market", "Storage"],
            exclude: ["SQLite/FormerSteps.sql"]),
        .testTarget(
            name: "HTTPServerTests", dependencies: ["CLinux", "CZlib", "Fixtures", "HTTPServer"]),
        .testTarget(name: "LocalizationTests", dependencies: ["Localization"]),
        .testTarget(name: "MustacheTests", dependencies: ["Fixtures", "Mustache"]),
        .testTarget(name: "OpenMarketTests", dependencies: ["OpenMarket"]),
        .testTarget(name: "PhotosTests", dependencies: ["CGD", "Photos"]),
        .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
        .testTarget(name: "ArchivesTests", dependencies: ["Archives", "Fixtures"]),
        .testTarget(
            name: "SamplesTests", dependencies: ["Market", "Photos", "Samples", "Storage"]),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "CGD", "CSQLite", "Fixtures", "HTTPServer", "Localization", "Market", "Mustache",
                "OpenMarket", "Secrets", "Storage", "ViewModels", "Web",
            ]),
        .testTarget(
            name: "JangteoTests",
            dependencies: [
                "CSQLite", "Fixtures", "Jangteo", "Market", "Storage", "ViewModels", "WebPush",
            ]),
        .testTarget(name: "WebPushTests", dependencies: ["Fixtures", "WebPush"]),
        .testTarget(
            name: "BrowserTests", dependencies: ["Fixtures", "Jangteo"],
            exclude: ["Accessibility/Trees"]),
        .target(
            name: "Fixtures", dependencies: ["CArchive", "HTTPServer", "Market"],
            path: "Tests/Fixtures"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CValgrind", "HTTPServer", "Market", "Photos", "Samples", "Secrets", "Storage",
                "ViewModels", "Web",
            ],
            path: "Tests/Benchmarks",
            exclude: [
                "README.md", "chats.py", "cluster.py", "peers.sh", "scale.py", "search_peers.py",
            ]),
    ]
)

// A call of an async function stays on its caller's thread, as one of an ordinary function does: to
// look for an executor at each took a tenth of a kept page's time (SE-0461).
for target in package.targets where [.regular, .executable].contains(target.type) {
    target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}
