// SPDX-License-Identifier: MIT

import JSON
import LinearModel

/// An adapter's reply to one request.
///
/// Unknown fields are ignored.
package struct AdapterReply: Sendable, Hashable {
  /// The status of a reply.
  package enum Status: String, Sendable, Hashable, CaseIterable {
    /// The request was carried out.
    case ok
    /// The request was not carried out: the constraint contradicts those in force, or the value
    /// cannot be suggested.
    case refused
    case optimal, feasible, infeasible
    /// The solver cannot or will not answer.
    case gaveUp
  }

  package var status: Status
  /// One value for each variable.
  ///
  /// Values that are not finite are kept for the judge.
  package var values: [Double]
  /// The ids of constraints that contradict each other.
  package var conflict: [Int]
  /// The reason why the solver gave up.
  package var reason: String

  package init(status: Status, values: [Double] = [], conflict: [Int] = [], reason: String = "") {
    self.status = status
    self.values = values
    self.conflict = conflict
    self.reason = reason
  }

  /// Reads the line that replies to a request.
  ///
  /// - Returns: the reply, or the problem when the line is no reply to this request.
  static func read(
    _ line: [UInt8], id: Int, to request: AdapterRequest
  ) -> Result<AdapterReply, ReplyProblem> {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(line)
    } catch {
      return .failure(.init("\(error.message): \(excerpt(line))"))
    }
    guard let answered = value["id"]?.int else {
      return .failure(.init("no \"id\": \(excerpt(line))"))
    }
    guard answered == id else {
      return .failure(.init("the id \(answered) where \(id) was asked"))
    }
    let expected: [Status] =
      request.isRead ? [.optimal, .feasible, .infeasible, .gaveUp] : [.ok, .refused, .gaveUp]
    guard let status = value["status"]?.string.flatMap(Status.init), expected.contains(status)
    else {
      let names = expected.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      return .failure(.init("\"status\" is none of \(names): \(excerpt(line))"))
    }
    var reply = AdapterReply(
      status: status, reason: value["reason"]?.string ?? "")
    if status == .optimal || status == .feasible {
      guard let values = value["values"]?.array else {
        return .failure(.init("no \"values\": \(excerpt(line))"))
      }
      for element in values {
        guard let number = element.anyDouble else {
          return .failure(.init("a value that is no number: \(excerpt(line))"))
        }
        reply.values.append(number)
      }
    }
    if let conflict = value["conflict"] {
      guard let ids = conflict.array?.compactMap(\.int), ids.count == conflict.array?.count else {
        return .failure(.init("\"conflict\" is no list of ids: \(excerpt(line))"))
      }
      reply.conflict = ids
    }
    return .success(reply)
  }

  /// Returns the beginning of a line, for messages.
  package static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(80), as: UTF8.self)
    return "'\(text)'" + (line.count > 80 ? "..." : "")
  }
}

/// The problem of a reply.
package struct ReplyProblem: Error {
  package let text: String
  /// The way out in words; nil for none that is known.
  package let fix: String?

  package init(_ text: String, fix: String? = nil) {
    self.text = text
    self.fix = fix
  }
}

/// The description that an adapter gives of itself in the handshake.
package struct AdapterGreeting: Sendable, Hashable {
  /// The most characters of a solver's name that are kept.
  private static let solverLengthMax = 100

  /// The name and version of the solver, for messages.
  package let solver: String
  /// The abilities of the adapter.
  package let offer: AdapterOffer

  package var hasSessions: Bool { offer.hasSessions }
  package var priorities: [Double]? { offer.priorities }

  static func read(_ line: [UInt8], id: Int) -> Result<AdapterGreeting, ReplyProblem> {
    guard let value = try? JSONParser.parse(line), value.members != nil else {
      return .failure(.init("the handshake is no JSON object: \(AdapterReply.excerpt(line))"))
    }
    // The request has a key that no reply has. A program that echoes its input does not implement
    // the protocol.
    if value["op"] != nil {
      return .failure(
        .init("the handshake is the request itself: the program echoes what it is asked"))
    }
    guard value["id"]?.int == id else {
      return .failure(.init("the handshake does not repeat the id: \(AdapterReply.excerpt(line))"))
    }
    guard value["protocol"]?.string == AdapterRequest.protocolName,
      value["version"]?.int == AdapterRequest.protocolVersion
    else {
      let name = "\(AdapterRequest.protocolName) \(AdapterRequest.protocolVersion)"
      let isEngine = value["protocol"]?.string == "layoutfuzz-layout"
      return .failure(
        .init(
          "the protocol is not \(name): \(AdapterReply.excerpt(line))",
          fix: isEngine ? "it is an adapter of a layout engine: use --engine" : nil))
    }
    guard let solver = value["solver"]?.string, !solver.isEmpty else {
      return .failure(
        .init(
          "the handshake does not name its \"solver\", a text: \(AdapterReply.excerpt(line))"))
    }
    var priorities: [Double]?
    if let list = value["priorities"] {
      guard let numbers = AdapterOffer.priorities(list) else {
        return .failure(.init("\"priorities\" is no list of different priorities"))
      }
      priorities = numbers
    }
    return .success(
      AdapterGreeting(
        solver: String(solver.prefix(solverLengthMax)),
        offer: AdapterOffer(hasSessions: value["session"]?.bool ?? false, priorities: priorities)))
  }
}
