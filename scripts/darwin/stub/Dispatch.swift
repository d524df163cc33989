public final class DispatchSemaphore: @unchecked Sendable { public init(value: Int) {}; public func wait() {}; @discardableResult public func signal() -> Int { 0 }; public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success } }
public enum DispatchTimeInterval: Sendable { case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never }
public enum DispatchTimeoutResult { case success, timedOut }
public struct DispatchTime: Sendable { public static func now() -> DispatchTime { DispatchTime() }; public var uptimeNanoseconds: UInt64 { 0 }; public static func + (l: DispatchTime, r: Double) -> DispatchTime { l }; public static func + (l: DispatchTime, r: DispatchTimeInterval) -> DispatchTime { l } }
public final class DispatchGroup: @unchecked Sendable { public init() {}; public func wait() {} }
public final class DispatchQueue: @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable { public let rawValue: Int; public init(rawValue: Int) { self.rawValue = rawValue }; public static let concurrent = Attributes(rawValue: 1) }
  public init(label: String, attributes: Attributes = []) {}
  public static func global() -> DispatchQueue { DispatchQueue(label: "") }
  public func asyncAfter(deadline: DispatchTime, execute work: DispatchWorkItem) {}
  public func async(group: DispatchGroup? = nil, execute work: @escaping @Sendable @convention(block) () -> Void) {}
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}
public final class DispatchWorkItem: @unchecked Sendable { public init(block: @escaping @Sendable () -> Void) {}; public func cancel() {} }
