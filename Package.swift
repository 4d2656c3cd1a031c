// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "till",
    targets: [
        .target(name: "Money"),
        .testTarget(name: "MoneyTests", dependencies: ["Money"]),
    ],
    swiftLanguageModes: [.v6]
)
