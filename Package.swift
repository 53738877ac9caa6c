// swift-tools-version: 6.2
import PackageDescription

/// The same for every Swift target: Swift 6, strict memory safety, warnings as errors.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of our own: the folder has the short name, the module a prefix, so that a package that uses
/// the library can have a target called Client.
func module(_ folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: "FourLines" + folder, dependencies: dependencies, path: "Sources/" + folder,
        swiftSettings: settings)
}

func tests(_ folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: folder, dependencies: dependencies, path: "Tests/" + folder, swiftSettings: settings)
}

let package = Package(
    name: "fourlinesd",
    products: [
        .executable(name: "fourlinesd", targets: ["fourlinesd"]),
        .executable(name: "fourlines", targets: ["fourlines"]),
        .library(name: "KeyedArchive", targets: ["KeyedArchive"]),
    ],
    targets: [
        .target(name: "CLinux", path: "Sources/CLinux"),
        .target(name: "CEmbedded", path: "Sources/CEmbedded"),
        module("Linux", ["CLinux"]),
        module("PropertyList"),
        .target(
            name: "KeyedArchive", dependencies: ["FourLinesPropertyList"], path: "Sources/KeyedArchive",
            swiftSettings: settings),
        module("RESP"),
        module("Settings"),
        module("Document", ["KeyedArchive", "FourLinesPropertyList", "FourLinesSettings", "CEmbedded"]),
        module("Storage", ["FourLinesDocument", "KeyedArchive", "FourLinesPropertyList", "FourLinesLinux"]),
        module(
            "Server",
            [
                "FourLinesStorage", "FourLinesDocument", "KeyedArchive", "FourLinesRESP", "FourLinesSettings",
                "FourLinesLinux",
            ]),
        module(
            "Client",
            [
                "FourLinesDocument", "KeyedArchive", "FourLinesPropertyList", "FourLinesRESP", "FourLinesSettings",
                "FourLinesLinux", "CEmbedded",
            ]),
        .executableTarget(
            name: "fourlinesd", dependencies: ["FourLinesServer", "FourLinesLinux"], path: "Sources/fourlinesd",
            swiftSettings: settings),
        .executableTarget(
            name: "fourlines", dependencies: ["FourLinesClient", "FourLinesLinux"], path: "Sources/fourlines",
            swiftSettings: settings),
        tests("LinuxTests", ["FourLinesLinux"]),
        tests("PropertyListTests", ["FourLinesPropertyList"]),
        tests("KeyedArchiveTests", ["KeyedArchive", "FourLinesPropertyList", "FoundationReader"]),
        tests("RESPTests", ["FourLinesRESP"]),
        tests("SettingsTests", ["FourLinesSettings"]),
        tests("DocumentTests", ["FourLinesDocument", "KeyedArchive"]),
        tests("StorageTests", ["FourLinesStorage", "FourLinesDocument", "KeyedArchive", "FourLinesLinux"]),
        // The daemon on a slow or failing file system, for tests of time-outs.
        .executableTarget(
            name: "TestDaemon", dependencies: ["FourLinesServer", "FourLinesStorage", "FourLinesLinux"],
            path: "Tests/TestDaemon", swiftSettings: settings),
        tests(
            "ServerTests",
            [
                "TestDaemon", "FourLinesServer", "FourLinesRESP", "FourLinesDocument", "FourLinesSettings",
                "FourLinesLinux",
            ]),
        tests(
            "ClientTests",
            [
                "FourLinesClient", "FourLinesDocument", "KeyedArchive", "FourLinesPropertyList", "FourLinesRESP",
                "FourLinesLinux", "FourLinesSettings",
            ]),
        tests("EndToEnd", ["fourlinesd", "fourlines", "FoundationReader", "FourLinesLinux", "FourLinesRESP"]),
        // Opens one file and says how much memory that took, for the proof of the limits.
        .executableTarget(
            name: "LimitsProbe", dependencies: ["KeyedArchive", "FourLinesPropertyList", "FourLinesLinux"],
            path: "Tests/Limits/Probe", swiftSettings: settings),
        // A judge for the tests: it opens archives with Foundation, which nothing that is shipped links.
        .executableTarget(name: "FoundationReader", path: "Tests/FoundationReader", swiftSettings: settings),
        tests("Conformance", ["fourlinesd", "FourLinesRESP", "FourLinesLinux"]),
    ],
    cLanguageStandard: .c2x
)

/// A fuzz target.
///
/// libFuzzer brings its own main, so that it can be no part of an ordinary build, and nothing else one of its:
/// `FUZZ=1 swift build -c release --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address` makes all of them
/// (of two `--sanitize` options only the last would reach the compiler, and coverage would be missing).
func fuzzer(_ folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "Fuzz" + folder, dependencies: dependencies, path: "Tests/Fuzz/" + folder,
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

if Context.environment["FUZZ"] != nil {
    package.products = []
    package.targets = package.targets.filter { ["FourLinesPropertyList", "KeyedArchive"].contains($0.name) }
    package.targets += [
        fuzzer("Binary", ["FourLinesPropertyList"]),
        fuzzer("XML", ["FourLinesPropertyList"]),
        fuzzer("JSON", ["KeyedArchive", "FourLinesPropertyList"]),
        fuzzer("Graph", ["KeyedArchive", "FourLinesPropertyList"]),
    ]
}

// Measurements beside Foundation, which nothing that is shipped links: `BENCHMARKS=1 swift build -c release`.
if Context.environment["BENCHMARKS"] != nil {
    package.targets += [
        .executableTarget(
            name: "CodecBenchmark", dependencies: ["KeyedArchive", "FourLinesPropertyList"],
            path: "Tests/Benchmarks/Codec", swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
    ]
}
