// SPDX-License-Identifier: MIT

import JSON
import LinearModel

/// An adapter's answer to one request.
///
/// Fields that are not known are left alone.
package struct AdapterReply: Sendable, Hashable {
  /// What an answer says.
  package enum Status: String, Sendable, Hashable, CaseIterable {
    /// Done.
    case ok
    /// Not done: the constraint contradicts those in force, or the value is none that can be
    /// suggested.
    case refused
    case optimal, feasible, infeasible
    /// The solver cannot or will not say.
    case gaveUp
  }

  package var status: Status
  /// One for each variable; what is no number is kept, it is for the judge.
  package var values: [Double]
  /// The ids of constraints that contradict each other.
  package var conflict: [Int]
  /// Why the solver gave up.
  package var reason: String

  package init(status: Status, values: [Double] = [], conflict: [Int] = [], reason: String = "") {
    self.status = status
    self.values = values
    self.conflict = conflict
    self.reason = reason
  }

  /// Reads the line that answers a request.
  ///
  /// - Returns: what is wrong with the line, when it is no answer to this request.
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

  /// The begin of a line, for messages.
  static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(80), as: UTF8.self)
    return "'\(text)'" + (line.count > 80 ? "..." : "")
  }
}

/// What is wrong with a reply.
struct ReplyProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// What an adapter says of itself in the handshake.
package struct AdapterGreeting: Sendable, Hashable {
  /// More letters of a solver's name are left out.
  private static let solverLengthMax = 100

  /// The solver and its version, for people.
  package let solver: String
  /// What it can be asked.
  package let offer: AdapterOffer

  package var hasSessions: Bool { offer.hasSessions }
  package var priorities: [Double]? { offer.priorities }

  static func read(_ line: [UInt8], id: Int) -> Result<AdapterGreeting, ReplyProblem> {
    guard let value = try? JSONParser.parse(line), value.members != nil else {
      return .failure(.init("the handshake is no JSON object: \(AdapterReply.excerpt(line))"))
    }
    // The request has a key that no reply has: a program that echoes its input knows nothing of the
    // protocol.
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
      return .failure(.init("the protocol is not \(name): \(AdapterReply.excerpt(line))"))
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
