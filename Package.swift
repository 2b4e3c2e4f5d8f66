// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Jangteo",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Market", targets: ["Market"]),
        .library(name: "Mustache", targets: ["Mustache"]),
    ],
    targets: [
        .target(name: "Market"),
        .target(name: "Mustache"),

        .testTarget(name: "MarketTests", dependencies: ["Market"]),
        .testTarget(name: "MustacheTests", dependencies: ["Mustache"]),
    ]
)
