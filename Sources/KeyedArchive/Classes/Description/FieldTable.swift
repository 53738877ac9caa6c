/// The classes whose description is that of their fields, each under a name of its own (facts 1.6).
struct FieldTable: Sendable {
    /// The kinds of values that a field may have.
    enum Kind: Sendable {
        case text, integer, number, boolean, date, data, any
    }

    /// One field.
    struct Field: Sendable {
        let name: String
        let key: Text
        let kind: Kind
        /// Whether an object without it, or with nil there, is none of the class.
        let isRequired: Bool

        init(_ name: String, _ key: Text, _ kind: Kind, isRequired: Bool = true) {
            self.name = name
            self.key = key
            self.kind = kind
            self.isRequired = isRequired
        }

        static func optional(_ name: String, _ key: Text, _ kind: Kind) -> Field {
            Field(name, key, kind, isRequired: false)
        }
    }

    /// What kind of thing the object is.
    let kind: String
    let fields: [Field]

    private init(_ kind: String, _ fields: [Field]) {
        self.kind = kind
        self.fields = fields
    }

    private static let match = FieldTable(
        "match",
        [
            Field("location", "NSRangeLocation", .integer), Field("length", "NSRangeLength", .integer),
            .optional("expression", "NSRegularExpression", .any), .optional("ranges", "NSRangeArray", .any),
        ])
    private static let unit = FieldTable(
        "unit",
        [
            Field("", "NS.symbol", .text), .optional("converter", "NS.converter", .any),
            .optional("specifier", "NS.specifier", .integer),
        ])

    /// The classes by name.
    static let classes: [Text: FieldTable] = [
        "NSError": FieldTable(
            "error",
            [
                Field("domain", "NSDomain", .text), Field("code", "NSCode", .integer),
                .optional("details", "NSUserInfo", .any),
            ]),
        "NSRegularExpression": FieldTable(
            "regular expression",
            [Field("", "NSPattern", .text), .optional("options", "NSOptions", .integer)]),
        "NSTimeZone": FieldTable(
            "time zone", [Field("", "NS.name", .text), .optional("data of", "NS.data", .data)]),
        "NSLocale": FieldTable("locale", [Field("", "NS.identifier", .text)]),
        "NSCalendar": FieldTable(
            "calendar",
            [
                Field("", "NS.identifier", .text), .optional("time zone", "NS.timezone", .any),
                .optional("locale", "NS.locale", .any), .optional("first weekday", "NS.firstwkdy", .integer),
                .optional("days in the first week", "NS.mindays", .integer),
                .optional("Gregorian from", "NS.gstartdate", .date),
            ]),
        "NSNotification": FieldTable(
            "notification",
            [
                Field("", "NS.name", .text), .optional("object", "NS.object", .any),
                .optional("details", "NS.userinfo", .any),
            ]),
        "NSSortDescriptor": FieldTable(
            "sort descriptor",
            [
                Field("key", "NSKey", .text, isRequired: false), Field("ascending", "NSAscending", .boolean),
                .optional("selector", "NSSelector", .text),
            ]),
        "NSMeasurement": FieldTable("measurement", [Field("", "NS.value", .number), Field("unit", "NS.unit", .any)]),
        "NSUnit": unit,
        "NSUnitConverterLinear": FieldTable(
            "unit converter",
            [Field("coefficient", "NS.coefficient", .number), Field("constant", "NS.constant", .number)]),
        "NSByteCountFormatter": FieldTable(
            "byte count formatter",
            [
                .optional("units", "NSUnits", .integer), .optional("count style", "NSKBSize", .integer),
                .optional("numbers only", "NSNoNonnumeric", .boolean), .optional("no unit", "NSNoUnit", .boolean),
                .optional("no count", "NSNoCount", .boolean), .optional("padded with zeros", "NSZeroPad", .boolean),
                .optional("not adaptive", "NSNoAdaptive", .boolean),
                .optional("context", "NSFormattingContext", .integer),
            ]),
        "NSDateIntervalFormatter": FieldTable(
            "date interval formatter",
            [
                .optional("template", "NS.dateTemplate", .text),
                .optional("template of the styles", "NS.dateTemplateFromStyles", .text),
                .optional("uses the template", "NS.useTemplate", .boolean),
                .optional("date style", "NS.dateStyle", .integer), .optional("time style", "NS.timeStyle", .integer),
                .optional("locale", "NS.locale", .any), .optional("calendar", "NS.calendar", .any),
                .optional("time zone", "NS.timeZone", .any),
            ]),
        "NSISO8601DateFormatter": FieldTable(
            "ISO 8601 date formatter",
            [Field("options", "NS.formatOptions", .integer), .optional("time zone", "NS.timeZone", .any)]),
        "NSSimpleRegularExpressionCheckingResult": match, "NSExtendedRegularExpressionCheckingResult": match,
        "NSComplexRegularExpressionCheckingResult": match,
        "NSFont": FieldTable(
            "font",
            [
                Field("", "NSName", .text), Field("size", "NSSize", .number),
                .optional("flags", "NSfFlags", .integer),
            ]),
    ]
}
