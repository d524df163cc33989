// What the package uses of Apple's Foundation, for type checking.
@_exported import Darwin
@_exported import Dispatch
open class NSObject { public init() {} }
public final class NSError: @unchecked Sendable { public var code: Int { 0 } }
extension Error { public var localizedDescription: String { "" } }
public func _convertErrorToNSError(_ e: any Error) -> NSError { fatalError() }
public struct Data: Sendable, Hashable, RandomAccessCollection, RangeReplaceableCollection, Codable {
  public var storage: [UInt8] = []
  public init() {}
  public init<S: Sequence>(_ s: S) where S.Element == UInt8 { storage = Array(s) }
  public init(contentsOf url: URL) throws {}
  public init?(base64Encoded: String) { nil }
  public var startIndex: Int { 0 }; public var endIndex: Int { storage.count }
  public subscript(i: Int) -> UInt8 { get { storage[i] } set { storage[i] = newValue } }
  public subscript(r: Range<Int>) -> Data { Data(storage[r]) }
  public mutating func replaceSubrange<C: Collection>(_ r: Range<Int>, with c: C) where C.Element == UInt8 { storage.replaceSubrange(r, with: c) }
  public struct WritingOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }; public static let atomic = WritingOptions(rawValue: 1) }
  public func write(to url: URL, options: WritingOptions = []) throws {}
}
extension String {
  public enum Encoding: Sendable { case utf8, ascii }
  public init?<S: Sequence>(bytes: S, encoding: Encoding) where S.Element == UInt8 { nil }
  public init?(data: Data, encoding: Encoding) { nil }
  public init(contentsOfFile: String, encoding: Encoding) throws { self = "" }
  public init(contentsOf: URL, encoding: Encoding) throws { self = "" }
  public init(format: String, _ args: any CVarArg...) { self = "" }
}
public struct CharacterSet: Sendable { public static let whitespaces = CharacterSet(), whitespacesAndNewlines = CharacterSet(), newlines = CharacterSet() }
extension StringProtocol { public func range(of: String, options: CompareOptions = []) -> Range<String.Index>? { nil }; public func trimmingCharacters(in: CharacterSet) -> String { "" }; public func write(to: URL, atomically: Bool, encoding: String.Encoding) throws {}; public func write(toFile: String, atomically: Bool, encoding: String.Encoding) throws {}
  public func components(separatedBy: String) -> [String] { [] } ; public func replacingOccurrences(of: String, with: String, options: CompareOptions = []) -> String { "" } }
public struct URL: Sendable, Hashable, Codable {
  public init(fileURLWithPath: String) {}
  public init(filePath: String) {}
  public init(fileURLWithPath: String, isDirectory: Bool) {}
  public init(fileURLWithPath: String, relativeTo: URL?) {}
  public init?(string: String) { nil }
  public var path: String { "" }; public var lastPathComponent: String { "" }; public var absoluteString: String { "" }; public var pathExtension: String { "" }; public var pathComponents: [String] { [] }
  public func appendingPathComponent(_ s: String) -> URL { self }
  public func appending(path: String) -> URL { self }; public func appending(component: String) -> URL { self }; public func appending(components: String...) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public mutating func deleteLastPathComponent() {}
  public func resolvingSymlinksInPath() -> URL { self }
  public var standardizedFileURL: URL { self }
}
public class Bundle: @unchecked Sendable { public static var main: Bundle { Bundle() }; public var executableURL: URL? { nil }; public init() {} }
public struct UUID: Sendable { public init() {}; public var uuidString: String { "" } }
public typealias TimeInterval = Double
public struct Date: Sendable, Hashable, Comparable { public static func < (l: Date, r: Date) -> Bool { false };  public init() {}; public init(timeIntervalSinceNow: TimeInterval) {}; public init(timeIntervalSince1970: TimeInterval) {}; public var timeIntervalSince1970: TimeInterval { 0 }; public var timeIntervalSinceNow: TimeInterval { 0 } }
public struct Locale: Sendable { public init(identifier: String) {} }
public struct TimeZone: Sendable { public init?(identifier: String) {}; public init?(secondsFromGMT: Int) {} ; public static var gmt: TimeZone { TimeZone(secondsFromGMT: 0)! } }
open class DateFormatter { public init() {}; public var dateFormat: String! = ""; public var locale: Locale! = Locale(identifier: ""); public var timeZone: TimeZone! = .gmt; public func string(from: Date) -> String { "" } }
public class DirectoryEnumerator: Sequence, IteratorProtocol { public func next() -> Any? { nil }; public var allObjects: [Any] { [] } }
public struct ObjCBool: ExpressibleByBooleanLiteral { public var boolValue: Bool; public init(booleanLiteral b: Bool) { boolValue = b } }
public struct FileAttributeKey: Hashable, Sendable { public static let size = FileAttributeKey(), posixPermissions = FileAttributeKey(), modificationDate = FileAttributeKey(), systemFileNumber = FileAttributeKey() }
open class FileManager: @unchecked Sendable {
  public static var `default`: FileManager { FileManager() }
  public init() {}
  public func contents(atPath: String) -> Data? { nil }
  public func createFile(atPath: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil) -> Bool { true }
  public func contentsOfDirectory(atPath: String) throws -> [String] { [] }
  public func contentsOfDirectory(at: URL, includingPropertiesForKeys: [URLResourceKey]?) throws -> [URL] { [] }
  public func enumerator(at: URL, includingPropertiesForKeys: [URLResourceKey]?) -> DirectoryEnumerator? { nil }
  public func subpathsOfDirectory(atPath: String) throws -> [String] { [] }
  public func attributesOfItem(atPath: String) throws -> [FileAttributeKey: Any] { [:] }
  public func moveItem(at: URL, to: URL) throws {}
  public func destinationOfSymbolicLink(atPath: String) throws -> String { "" }
  public func removeItem(atPath: String) throws {}; public func removeItem(at: URL) throws {}
  public func moveItem(atPath: String, toPath: String) throws {}; public func copyItem(atPath: String, toPath: String) throws {}; public func copyItem(at: URL, to: URL) throws {}
  public func createDirectory(atPath: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil) throws {}
  public func createDirectory(at: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil) throws {}
  public func isExecutableFile(atPath: String) -> Bool { false }; public func fileExists(atPath: String) -> Bool { false }
  public func fileExists(atPath: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
  public var temporaryDirectory: URL { URL(fileURLWithPath: "") }; public var currentDirectoryPath: String { "" }
  public func createSymbolicLink(at: URL, withDestinationURL: URL) throws {}
  public func createSymbolicLink(atPath: String, withDestinationPath: String) throws {}
  public func enumerator(atPath: String) -> DirectoryEnumerator? { nil }
}
open class FileHandle: @unchecked Sendable {
  public init() {}
  public convenience init?(forWritingAtPath: String) { self.init() }; public convenience init?(forReadingAtPath: String) { self.init() }
  public convenience init(forWritingTo: URL) throws { self.init() }
  public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { self.init() }
  public static var nullDevice: FileHandle { FileHandle() }; public static var standardInput: FileHandle { FileHandle() }; public static var standardOutput: FileHandle { FileHandle() }; public static var standardError: FileHandle { FileHandle() }
  public var fileDescriptor: Int32 { 0 }
  public func close() throws {}; public func write<T: Sequence>(contentsOf: T) throws where T.Element == UInt8 {}; public var availableData: Data { Data() }; public func readDataToEndOfFile() -> Data { Data() }; public func readToEnd() throws -> Data? { nil }; public func write(_ data: Data) {}
}
open class Pipe: @unchecked Sendable { public init() {}; public var fileHandleForReading: FileHandle { FileHandle() }; public var fileHandleForWriting: FileHandle { FileHandle() } }
open class Process: @unchecked Sendable {
  public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal }
  public init() {}
  public var executableURL: URL?; public var arguments: [String]?; public var environment: [String: String]?; public var currentDirectoryURL: URL?
  public var standardInput: Any?; public var standardOutput: Any?; public var standardError: Any?
  public func run() throws {}; public func waitUntilExit() {}; public func terminate() {}
  public var isRunning: Bool { false }; public var processIdentifier: Int32 { 0 }; public var terminationStatus: Int32 { 0 }; public var terminationReason: TerminationReason { .exit }
}
open class ProcessInfo: @unchecked Sendable { public static var processInfo: ProcessInfo { ProcessInfo() }; public var environment: [String: String] { [:] }; public var processIdentifier: Int32 { 0 }; public var processorCount: Int { 1 }; public var activeProcessorCount: Int { 1 }; public var physicalMemory: UInt64 { 0 } }
open class Thread: @unchecked Sendable { public init() {}; public convenience init(block: @escaping @Sendable () -> Void) { self.init() }; public func start() {}; public var stackSize: Int = 0; public class func sleep(forTimeInterval: TimeInterval) {} }
open class JSONEncoder { public init() {}; public struct OutputFormatting: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }; public static let sortedKeys = Self(rawValue: 2), prettyPrinted = Self(rawValue: 1), withoutEscapingSlashes = Self(rawValue: 8) }; public var outputFormatting: OutputFormatting = []; public func encode<T: Encodable>(_ v: T) throws -> Data { Data() } }
open class JSONDecoder { public init() {}; public func decode<T: Decodable>(_ t: T.Type, from: Data) throws -> T { fatalError() } }
public protocol XMLParserDelegate: AnyObject {
  func parser(_ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?, attributes attributeDict: [String: String])
  func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?)
  func parser(_ parser: XMLParser, foundCharacters string: String)
  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error)
}
open class XMLParser: NSObject {
  public enum ExternalEntityResolvingPolicy: UInt, Sendable { case never }
  public init(data: Data) {}
  public weak var delegate: (any XMLParserDelegate)?; public var shouldResolveExternalEntities = false, shouldProcessNamespaces = false; public var externalEntityResolvingPolicy = ExternalEntityResolvingPolicy.never
  public func parse() -> Bool { true }; public func abortParsing() {}; public var lineNumber: Int { 0 }; public var columnNumber: Int { 0 }; public var parserError: (any Error)? { nil }
}
public struct CompareOptions: OptionSet, Sendable { public let rawValue: Int; public init(rawValue: Int) { self.rawValue = rawValue }; public static let backwards = Self(rawValue: 1), literal = Self(rawValue: 2) }
public struct URLResourceKey: Hashable, Sendable {}
public struct CocoaError: Error { public struct Code: Sendable { public static let fileNoSuchFile = Code() }; public init(_ code: Code) {} }
public final class NSString: @unchecked Sendable { public init(string: String) {}; public var pathExtension: String { "" }; public var lastPathComponent: String { "" }; public var deletingLastPathComponent: String { "" } }
open class JSONSerialization { public static func jsonObject(with: Data) throws -> Any { 0 } }
extension XMLParserDelegate {
  public func parser(_ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?, attributes attributeDict: [String: String]) {}
  public func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?) {}
  public func parser(_ parser: XMLParser, foundCharacters string: String) {}
  public func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {}
}
public struct NSRange: Sendable, Hashable { public var location: Int; public var length: Int; public init(location: Int, length: Int) { self.location = location; self.length = length } }
open class NSTextCheckingResult: NSObject { public var range: NSRange { NSRange(location: 0, length: 0) } }
open class NSRegularExpression: NSObject {
  public struct Options: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }; public static let caseInsensitive = Self(rawValue: 1) }
  public struct MatchingOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue } }
  public init(pattern: String, options: Options = []) throws {}
  public func matches(in string: String, options: MatchingOptions = [], range: NSRange) -> [NSTextCheckingResult] { [] }
}
