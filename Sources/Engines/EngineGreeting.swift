// SPDX-License-Identifier: MIT

import Display
import EngineScripts
import ExternalSolvers
import JSON
import Scripts

/// The description that an adapter gives of its engine in the handshake.
package struct EngineGreeting: Sendable, Hashable {
  /// The most characters of an engine's name that are kept.
  private static let nameLengthMax = 100

  /// The name and version of the engine, for messages.
  package let engine: String
  package let offer: EngineOffer
  /// A warning for each member that no offer has, with the name that is meant, if one is near, and
  /// for each member without effect.
  package let remarks: [String]

  /// The members besides those of the offer.
  private static let ownMembers = ["id", "protocol", "version", "engine"]
  /// The most unknown members that are named.
  private static let unknownMax = 3

  private static func remarks(on handshake: JSONValue) -> [String] {
    let known = ownMembers + EngineOffer.memberNames
    let unknown = (handshake.members ?? []).map(\.key).filter { !known.contains($0) }
    return unknown.prefix(unknownMax).map { name in
      let meant = nearestName(to: name, among: known).map { ", did you mean \"\($0)\"?" } ?? ""
      return "the member \"\(name.prefix(nameLengthMax))\" is ignored\(meant)"
    }
  }

  /// The reason why no answer of the engine can be tested; nil when answers can.
  var flaw: String? {
    if offer.hasConstraints { return nil }
    let missing = "it offers neither \"attributes\" with \"relations\" nor \"formats\""
    return ([missing] + remarks).joined(separator: "; ")
  }

  static func read(_ line: [UInt8]) -> Result<EngineGreeting, ReplyProblem> {
    let excerpt = AdapterReply.excerpt(line)
    do throws(JSONError) {
      let value = try JSONParser.parse(line)
      // The request has a key that no reply has.
      if value["op"] != nil {
        return .failure(
          .init("the handshake is the request itself: the program echoes its input"))
      }
      guard value["id"]?.int == 0 else {
        return .failure(.init("the handshake does not repeat the id: \(excerpt)"))
      }
      guard value["protocol"]?.string == EngineRequest.protocolName,
        value["version"]?.int == EngineRequest.protocolVersion
      else {
        let name = "\(EngineRequest.protocolName) \(EngineRequest.protocolVersion)"
        let isSolver = value["protocol"]?.string == AdapterRequest.protocolName
        return .failure(
          .init(
            "the protocol is not \(name): \(excerpt)",
            fix: isSolver
              ? "it is an adapter of a solver: leave out --engine, or use --external" : nil
          ))
      }
      guard let engine = value["engine"]?.string, !engine.isEmpty else {
        return .failure(.init("the handshake does not name its \"engine\", a text: \(excerpt)"))
      }
      return try offer(of: engine, value)
    } catch {
      return .failure(.init("the handshake is wrong: \(error.message): \(excerpt)"))
    }
  }

  /// Reads the offer; an error names its member.
  ///
  /// - Throws: an error that is in no single member.
  private static func offer(
    of engine: String, _ value: JSONValue
  ) throws(JSONError) -> Result<EngineGreeting, ReplyProblem> {
    for member in value.members ?? [] {
      do throws(JSONError) {
        _ = try EngineOffer(.object([member]))
      } catch {
        return .failure(.init("in \"\(member.key)\" of the handshake: \(error.message)"))
      }
    }
    let offer = try EngineOffer(value)
    let needless = offer.needless.map {
      "the member \"\($0.member)\" has no effect without \($0.needs)"
    }
    return .success(
      EngineGreeting(
        engine: String(engine.prefix(nameLengthMax)), offer: offer,
        remarks: remarks(on: value) + needless))
  }
}
