import Foundation

/// Opens an archive with Foundation, as an iOS program would: a judge for the tests.
///
/// `FILE` prints the lines of a FourLines as JSON; `--values FILE` the values that the root leads to, a line for each. The
/// unarchiver ends the process by a trap for much that it does not like.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        let unarchiver = try unarchiver(arguments[arguments.count - 1])
        guard arguments[1] != "--values" else { return try printValues(unarchiver) }
        guard let root = unarchiver.decodeObject(forKey: "kRootKey") as? FourLines else {
            FileHandle.standardError.write(Data("no FourLines under kRootKey\n".utf8))
            exit(1)
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(root.lines))
    }

    private static func unarchiver(_ file: String) throws -> NSKeyedUnarchiver {
        NSKeyedUnarchiver.setClass(FourLines.self, forClassName: "FourLines")
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(contentsOf: URL(fileURLWithPath: file)))
        unarchiver.requiresSecureCoding = false
        return unarchiver
    }

    private static func printValues(_ unarchiver: NSKeyedUnarchiver) throws {
        guard unarchiver.containsValue(forKey: "root"), let root = unarchiver.decodeObject(forKey: "root") else {
            exit(1)
        }
        let lines = Values(root: root).lines.sorted()
        FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}
