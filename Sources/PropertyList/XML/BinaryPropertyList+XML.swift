extension BinaryPropertyList {
    /// Reads an XML property list: the result is a binary one in memory, with UIDs where the XML has dictionaries of
    /// the one key `CF$UID`.
    ///
    /// UTF-8, UTF-16, ASCII and ISO 8859-1 are read. Memory is the file, its text in UTF-8 if it is not, and the result.
    ///
    /// - Throws: `notAPropertyList` if it does not begin as XML; `badXML` with a sentence that names the line, and with
    ///   the offset in the file; `tooDeep`.
    package init(xml: [UInt8]) throws(PropertyListError) {
        guard XMLSource.isLikely(xml) else { throw PropertyListError(.notAPropertyList, offset: 0) }
        self = try XMLPropertyListParser(XMLSource(xml)).parse()
    }

    /// Writes the property list as XML, with sorted keys, as Apple does.
    ///
    /// Shared containers are written wherever they are referred to.
    ///
    /// - Parameters:
    ///   - sink: takes the bytes as they are finished; the end of the file is answered, without a sink all of it.
    ///   - loss: is told what the XML does not show, once for each place.
    /// - Returns: the end of the file that the sink has not been given; without a sink the whole file.
    /// - Throws: `notRepresentable` for values that would be other values; what an unsound file throws; `cycle`,
    ///   `tooDeep`, `tooManyElements`.
    package func xml(
        sink: XMLEncoder.Sink? = nil, loss: (XMLLoss) -> Void = { _ in }
    ) throws(PropertyListError) -> [UInt8] {
        var writer = XMLWriter(self, sink: sink)
        while try writer.step(loss: loss) {}
        return writer.finish()
    }
}
