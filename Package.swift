// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Jangteo",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Market", targets: ["Market"]),
    ],
    targets: [
        .target(name: "Market"),

        .testTarget(name: "MarketTests", dependencies: ["Market"]),
    ]
)
