import FourLinesSettings
import FourLinesStorage

/// What a file in the state folder may be called that holds the document.
enum ArchiveName {
    /// The longest name, so that the names beside it fit into the 255 bytes of a name as well.
    private static let longest = 200

    /// Refuses what is no name of a file of its own in the state folder.
    static func check(_ name: String) throws(SettingsFault) {
        guard !name.contains("/"), name != ".", name != ".." else {
            throw .refused("“\(name)” is no name of a file in the state folder; StateFolder= says where that is")
        }
        guard name.utf8.count <= longest else {
            throw .refused("the archive's name has \(name.utf8.count) bytes, and \(longest) are the most")
        }
        guard !Storage.isReserved(name) else {
            throw .refused("“\(name)” is the name of another file of the state folder")
        }
    }
}
