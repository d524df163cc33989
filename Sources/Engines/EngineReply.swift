// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import JSON
import LayoutModel
import Scripts

/// An adapter's reply to one request.
///
/// Unknown members are ignored.
package enum EngineReply: Sendable, Hashable {
  /// The request was carried out, with the messages that the engine printed meanwhile.
  case done
  /// The constraint, or all of a format, was not added.
  case refused
  /// The constraints that were made of a format.
  case constraints([EngineConstraint])
  /// The format was not read, for a reason.
  case unread(String)
  /// The engine cannot or will not do it.
  case gaveUp(String)
  /// There is no layout to read, since required constraints contradict each other.
  case contradiction
  /// The answer to a reading.
  case reading(EngineReading)

  /// Reads the line that replies to a request.
  ///
  /// - Returns: the reply, or the problem when the line is no reply to this request.
  static func read(
    _ line: [UInt8], id: Int, to request: EngineRequest
  ) -> Result<EngineReply, ReplyProblem> {
    do throws(JSONError) {
      let value = try JSONParser.parse(line)
      guard value["id"]?.int == id else {
        return .failure(.init("no \"id\" \(id): \(AdapterReply.excerpt(line))"))
      }
      guard let status = value["status"]?.string else {
        return .failure(.init("no \"status\": \(AdapterReply.excerpt(line))"))
      }
      switch (status, request) {
      case ("gaveUp", _): return .success(.gaveUp(value["reason"]?.string ?? ""))
      case ("ok", .step(.frames)): return .success(.reading(try EngineReading(value)))
      case ("ok", .step(.format)):
        guard let list = value["constraints"] else {
          throw value.error("expected \"constraints\", the list of those that were made")
        }
        return .success(
          .constraints(
            try list.requiredList("a list of constraints") { (element) throws(JSONError) in
              try EngineConstraint(element)
            }))
      case ("unread", .step(.format)):
        return .success(.unread(value["reason"]?.string ?? ""))
      case ("ok", _): return .success(.done)
      case ("contradiction", .step(.frames)): return .success(.contradiction)
      case ("refused", .step(.add)), ("refused", .step(.format)): return .success(.refused)
      default:
        return .failure(
          .init("the status \"\(status)\" is no reply to this: \(AdapterReply.excerpt(line))"))
      }
    } catch {
      return .failure(.init("\(error.message): \(AdapterReply.excerpt(line))"))
    }
  }
}

extension EngineReading {
  /// Reads the answer to a reading.
  init(_ value: JSONValue) throws(JSONError) {
    guard let members = value["frames"]?.members else {
      throw value.error("expected \"frames\", an object with a frame for each view")
    }
    self.init(frames: [:])
    for member in members {
      guard let view = Int(member.key) else {
        throw member.value.error("expected the id of a view, found \"\(member.key)\"")
      }
      let numbers = try member.value.numbers(4, "a frame: x, y, width, height")
      frames[view] = Rectangle(
        x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    for kind in [EngineHints.Kind.minimum, .natural] {
      guard let size = value[kind.rawValue] else { continue }
      let numbers = try size.numbers(2, "a size: width, height")
      hints[kind] = Hint(width: numbers[0], height: numbers[1])
    }
    if let list = value["messages"] { messages = try list.requiredStrings("a list of texts") }
  }
}

extension JSONValue {
  /// Returns a list of doubles, infinities and NaN included.
  fileprivate func numbers(_ count: Int, _ expected: String) throws(JSONError) -> [Double] {
    try requiredArray(expected, count: count).map { (element) throws(JSONError) in
      guard let number = element.anyDouble else { throw error("expected \(expected)") }
      return number
    }
  }
}
