// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Jangteo",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "HTTPServer", targets: ["HTTPServer"]),
        .library(name: "Market", targets: ["Market"]),
        .library(name: "Mustache", targets: ["Mustache"]),
    ],
    targets: [
        .target(name: "Market"),
        .target(name: "HTTPServer", dependencies: ["CLinux"]),
        .target(name: "Mustache"),

        .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),

        .testTarget(name: "MarketTests", dependencies: ["Market"]),
        .testTarget(name: "HTTPServerTests", dependencies: ["CLinux", "HTTPServer"]),
        .testTarget(name: "MustacheTests", dependencies: ["Mustache"]),
    ]
)
