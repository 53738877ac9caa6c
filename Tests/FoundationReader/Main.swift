import Foundation

/// Opens an archive with Foundation, as an iOS program would, and prints its lines as JSON: a judge for the tests.
@main
enum Main {
    static func main() throws {
        NSKeyedUnarchiver.setClass(FourLines.self, forClassName: "FourLines")
        let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = false
        guard let root = unarchiver.decodeObject(forKey: "kRootKey") as? FourLines else {
            FileHandle.standardError.write(Data("no FourLines under kRootKey\n".utf8))
            exit(1)
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(root.lines))
    }
}
