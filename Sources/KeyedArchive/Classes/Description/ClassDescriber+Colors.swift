extension ClassDescriber {
    /// A colour of AppKit: a space, and its components as text in data, or the name in a catalogue.
    mutating func color(_ id: ObjectID, _ depth: Int) -> ClassDescription? {
        guard let space = integer("NSColorSpace", of: id) else { return nil }
        switch space {
        case 1: return components(id, "calibrated RGB", "NSRGB", Self.rgb)
        case 2: return components(id, "device RGB", "NSRGB", Self.rgb)
        case 3: return components(id, "calibrated white", "NSWhite", ["white"])
        case 4: return components(id, "device white", "NSWhite", ["white"])
        case 5: return components(id, "device CMYK", "NSCMYK", ["cyan", "magenta", "yellow", "black"])
        case 6:
            guard let catalog = text("NSCatalogName", of: id), let name = text("NSColorName", of: id) else {
                return nil
            }
            var parts: [ClassDescription.Part] = [.init("", .text(name)), .init("catalogue", .text(catalog))]
            if let color = field("NSColor", of: id) { parts.append(.init("as", value(of: color, depth))) }
            return ClassDescription("colour", parts)
        default: return nil
        }
    }

    private static let rgb = ["red", "green", "blue"]

    /// The components in a custom space, where there are some, else in the named field; a further one is the alpha.
    private func components(_ id: ObjectID, _ space: String, _ key: Text, _ names: [String]) -> ClassDescription? {
        guard var bytes = data("NSComponents", of: id) ?? data(key, of: id) else { return nil }
        while bytes.last == 0 { bytes.removeLast() }
        guard let numbers = Self.numbers(bytes), numbers.count == names.count || numbers.count == names.count + 1 else {
            return nil
        }
        let isCustom = field("NSCustomColorSpace", of: id) != nil && field("NSComponents", of: id) != nil
        return ClassDescription(
            "colour",
            zip(names + ["alpha"], numbers).map { .init($0, .real($1)) }
                + [.init("", .word(isCustom ? "in a space of its own" : space))])
    }

    /// A colour of UIKit: red, green and blue or white, and alpha, each a float and in newer files a double too.
    func uiColor(_ id: ObjectID) -> ClassDescription? {
        func component(_ name: String) -> Double? {
            number(Text("UI\(name)-Double"), of: id) ?? number(Text("UI\(name)"), of: id)
        }
        var parts: [ClassDescription.Part] = []
        if let name = text("UISystemColorName", of: id) { parts.append(.init("", .text(name))) }
        if let red = component("Red"), let green = component("Green"), let blue = component("Blue") {
            parts += [.init("red", .real(red)), .init("green", .real(green)), .init("blue", .real(blue))]
        } else if let white = component("White") {
            parts.append(.init("white", .real(white)))
        } else if let color = components(id, "RGB", "NSRGB", Self.rgb) {
            parts += color.parts
        }
        guard !parts.isEmpty else { return nil }
        if let alpha = component("Alpha") { parts.append(.init("alpha", .real(alpha))) }
        return ClassDescription("colour", parts)
    }
}
