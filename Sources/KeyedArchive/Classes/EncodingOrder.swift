/// The order in which Foundation's classes encode their fields, which with `KeyOrder` gives the order in the file.
///
/// Taken from the encoders of swift-corelibs-foundation and from the order of UIDs in Apple's files, and checked
/// against these: each order gives exactly the bytes that the file has.
package enum EncodingOrder {
    /// The coder keys of a class in the order in which it encodes them, `$class` last; nil for classes that are not
    /// known, whose objects keep the order that they have.
    ///
    /// They are all keys that the class may encode; an object has those of its form. Of classes that number their
    /// keys they are those for `count` elements.
    package static func keys(of className: Text, count: Int = 0) -> [Text]? {
        let name = className.description
        if let keys = fixed[name] { return keys + ["$class"] }
        switch name {
        case "NSOrderedSet", "NSMutableOrderedSet":
            return (0..<count).map { Text("NS.object.\($0)") } + ["$class"]
        case "NSCountedSet":
            let pairs = (0..<count).flatMap { [Text("NS.object\($0)"), Text("NS.count\($0)")] }
            return ["NS.count"] + pairs + ["$class"]
        default: return nil
        }
    }

    /// The keys of a class record.
    package static let classRecord: [Text] = ["$classname", "$classes", "$classhints"]

    private static let list: [Text] = ["NS.objects"]
    private static let pairs: [Text] = ["NS.keys", "NS.objects"]
    private static let attributed: [Text] = ["NSString", "NSAttributes", "NSAttributeInfo"]
    private static let indexes: [Text] = ["NSRangeCount", "NSLocation", "NSLength", "NSRangeData"]
    private static let match: [Text] = ["NSRangeLocation", "NSRangeLength", "NSRegularExpression", "NSRangeArray"]
    private static let unit: [Text] = ["NS.symbol", "NS.converter", "NS.specifier"]

    private static let fixed: [String: [Text]] = [
        "NSArray": list, "NSMutableArray": list, "NSSet": list, "NSMutableSet": list,
        "NSDictionary": pairs, "NSMutableDictionary": pairs,
        "NSString": ["NS.string"], "NSMutableString": ["NS.string"],
        "NSData": ["NS.data"], "NSMutableData": ["NS.data"],
        "NSDate": ["NS.time"], "NSNull": [], "NSUUID": ["NS.uuidbytes"],
        "NSURL": ["NS.base", "NS.relative"],
        "NSValue": [
            "NS.special", "NS.pointval", "NS.sizeval", "NS.rectval", "NS.rangeval.length", "NS.rangeval.location",
            "NS.edgeval.top", "NS.edgeval.left", "NS.edgeval.bottom", "NS.edgeval.right",
        ],
        "NSIndexSet": indexes, "NSMutableIndexSet": indexes,
        "NSIndexPath": ["NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData"],
        "NSAttributedString": attributed, "NSMutableAttributedString": attributed,
        "NSError": ["NSDomain", "NSCode", "NSUserInfo"],
        "NSRegularExpression": ["NSPattern", "NSOptions"],
        "NSTimeZone": ["NS.name", "NS.data"],
        "NSLocale": ["NS.identifier"],
        "NSCalendar": [
            "NS.identifier", "NS.locale", "NS.timezone", "NS.firstwkdy", "NS.mindays", "NS.gstartdate",
        ],
        "NSByteCountFormatter": [
            "NSUnits", "NSKBSize", "NSNoNonnumeric", "NSNoUnit", "NSNoCount", "NSZeroPad", "NSNoAdaptive",
            "NSFormattingContext",
        ],
        "NSDateIntervalFormatter": [
            "NS.dateTemplate", "NS.dateTemplateFromStyles", "NS.modified", "NS.useTemplate", "NS.dateStyle",
            "NS.timeStyle", "NS.locale", "NS.calendar", "NS.timeZone",
        ],
        "NSISO8601DateFormatter": ["NS.formatOptions", "NS.timeZone"],
        "NSMeasurement": ["NS.value", "NS.unit"],
        "NSUnit": ["NS.symbol"],
        "NSUnitAngle": unit, "NSUnitFrequency": unit, "NSUnitLength": unit,
        "NSUnitConverterLinear": ["NS.coefficient", "NS.constant"],
        "NSSimpleRegularExpressionCheckingResult": match, "NSExtendedRegularExpressionCheckingResult": match,
        "NSComplexRegularExpressionCheckingResult": match,
    ]
}
