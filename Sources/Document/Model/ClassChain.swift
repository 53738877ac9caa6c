package import KeyedArchive

/// The class chains of Foundation's own classes, as Apple's archives have them.
package enum ClassChain {
    package static let array: [Text] = ["NSArray", "NSObject"]
    package static let mutableArray: [Text] = ["NSMutableArray", "NSArray", "NSObject"]
    package static let mutableDictionary: [Text] = ["NSMutableDictionary", "NSDictionary", "NSObject"]
    package static let mutableString: [Text] = ["NSMutableString", "NSString", "NSObject"]
    package static let mutableData: [Text] = ["NSMutableData", "NSData", "NSObject"]
    package static let date: [Text] = ["NSDate", "NSObject"]
    package static let url: [Text] = ["NSURL", "NSObject"]
    package static let uuid: [Text] = ["NSUUID", "NSObject"]
    package static let decimal: [Text] = ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
}
