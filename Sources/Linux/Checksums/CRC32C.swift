import CLinux

/// The 32-bit checksum CRC-32C (Castagnoli), as iSCSI and ext4 use it: RFC 3720, appendix B.4.
///
/// It finds every burst of damage of up to 32 bits. Computed by the processor's own instruction where there is one
/// (SSE 4.2, ARMv8), with the same result everywhere.
package struct CRC32C: Sendable {
    /// How it is computed.
    ///
    /// Tests compare the two; everybody else takes the default.
    package enum Implementation: Sendable, CaseIterable {
        case fastest
        case portable
    }

    private var register: UInt32
    private let implementation: Implementation

    /// Starts with no bytes.
    package init() {
        self.init(continuing: 0)
    }

    /// Goes on from the checksum of what came before: the result is the checksum of the whole.
    ///
    /// Any other number as a start makes a checksum of its own kind, in which equal bytes have another value.
    package init(continuing checksum: UInt32, implementation: Implementation = .fastest) {
        register = ~checksum
        self.implementation = implementation
    }

    /// The checksum of the bytes so far; 0 of none.
    package var value: UInt32 {
        ~register
    }

    /// Adds bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        let (start, implementation) = (register, implementation)
        // The C functions only read, and only the span.
        register = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let address = buffer.baseAddress else { return start }
            return switch implementation {
            case .fastest: unsafe clinux_crc32c(start, address, buffer.count)
            case .portable: unsafe clinux_crc32c_portable(start, address, buffer.count)
            }
        }
    }

    /// Adds a range of a buffer.
    package mutating func update(_ bytes: [UInt8], _ range: Range<Int>) {
        update(bytes.span.extracting(range))
    }

    /// Adds all of a buffer.
    package mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// The checksum of a range of a buffer, which goes on from another checksum.
    package static func checksum(_ bytes: [UInt8], _ range: Range<Int>, continuing checksum: UInt32 = 0) -> UInt32 {
        var sum = CRC32C(continuing: checksum)
        sum.update(bytes, range)
        return sum.value
    }

    /// The checksum of a buffer.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        checksum(bytes, 0..<bytes.count)
    }

    /// Whether the processor's own instruction is used.
    package static var isHardware: Bool {
        clinux_crc32c_is_hardware() != 0
    }
}
