// swift-tools-version: 6.2
import PackageDescription

// A package outside of the library's own, which sees of it what is public and nothing else.
let package = Package(
    name: "LibraryUser",
    dependencies: [.package(name: "fourlinesd", path: "../..")],
    targets: [
        .executableTarget(
            name: "LibraryUser", dependencies: [.product(name: "KeyedArchive", package: "fourlinesd")])
    ]
)
