/// A shared owner of a descriptor, for collections and for what more than one place holds.
///
/// The file is closed when the last reference goes.
package final class OpenFile: Sendable {
    /// The file itself.
    package let descriptor: FileDescriptor

    /// Takes the ownership of a descriptor.
    package init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}
