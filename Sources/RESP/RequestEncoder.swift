/// Writes requests as a client sends them: an array of bulk strings.
package enum RequestEncoder {
    /// Appends one request.
    ///
    /// - Parameters:
    ///   - arguments: the command's name and its arguments; at least one.
    ///   - output: where the request goes.
    package static func append(_ arguments: [[UInt8]], to output: inout [UInt8]) {
        appendHeader("*", arguments.count, to: &output)
        for argument in arguments {
            appendHeader("$", argument.count, to: &output)
            output += argument
            appendLineEnd(to: &output)
        }
    }

    /// Appends one request of texts.
    package static func append(_ arguments: [String], to output: inout [UInt8]) {
        appendHeader("*", arguments.count, to: &output)
        for argument in arguments {
            appendHeader("$", argument.utf8.count, to: &output)
            output += argument.utf8
            appendLineEnd(to: &output)
        }
    }

    private static func appendHeader(_ type: Unicode.Scalar, _ count: Int, to output: inout [UInt8]) {
        output.append(UInt8(ascii: type))
        output.appendDecimal(Int64(count))
        appendLineEnd(to: &output)
    }

    private static func appendLineEnd(to output: inout [UInt8]) {
        output.append(ASCII.carriageReturn)
        output.append(ASCII.lineFeed)
    }
}
