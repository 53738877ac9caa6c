/// A URL in its five parts, to resolve relative ones (RFC 3986, section 5.2 and appendix B).
struct URLReference: Equatable {
    private var scheme: [UInt8]?
    private var authority: [UInt8]?
    private var path: [UInt8]
    private var query: [UInt8]?
    private var fragment: [UInt8]?

    /// Splits a text, any of which is a reference.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = Array(rest[(mark + 1)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = Array(rest[(mark + 1)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: ":")), mark > rest.startIndex,
            !rest[..<mark].contains(UInt8(ascii: "/"))
        {
            scheme = Array(rest[..<mark])
            rest = rest[(mark + 1)...]
        }
        if rest.starts(with: Array("//".utf8)) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = Array(rest[..<end])
            rest = rest[end...]
        }
        path = Array(rest)
    }

    /// The reference as an absolute one, seen from a base.
    func resolved(against base: URLReference) -> URLReference {
        var result = self
        guard scheme == nil else {
            result.path = Self.withoutDots(path)
            return result
        }
        result.scheme = base.scheme
        guard authority == nil else {
            result.path = Self.withoutDots(path)
            return result
        }
        result.authority = base.authority
        if path.isEmpty {
            result.path = base.path
            result.query = query ?? base.query
        } else if path.first == UInt8(ascii: "/") {
            result.path = Self.withoutDots(path)
        } else {
            result.path = Self.withoutDots(merged(with: base))
        }
        return result
    }

    /// Section 5.2.3.
    private func merged(with base: URLReference) -> [UInt8] {
        if base.authority != nil, base.path.isEmpty { return [UInt8(ascii: "/")] + path }
        guard let slash = base.path.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }

    /// Section 5.2.4, by segments.
    private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
        let isRooted = path.first == UInt8(ascii: "/")
        var kept: [ArraySlice<UInt8>] = []
        let segments = (isRooted ? path.dropFirst() : path[...])
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
                if isLast { kept.append([]) }
            } else if segment.elementsEqual(".".utf8) {
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return (isRooted ? [UInt8(ascii: "/")] : []) + kept.joined(separator: [UInt8(ascii: "/")])
    }

    /// The text, section 5.3.
    var bytes: [UInt8] {
        var result: [UInt8] = []
        if let scheme { result += scheme + ":".utf8 }
        if let authority { result += "//".utf8 + authority }
        result += path
        if let query { result += "?".utf8 + query }
        if let fragment { result += "#".utf8 + fragment }
        return result
    }
}
