// SPDX-License-Identifier: MIT

import EngineScripts
import JSON

/// A request to the adapter of a layout engine; `docs/engines.md` describes the protocol.
package enum EngineRequest: Sendable {
  case hello
  /// Begins a layout; the previous one ends.
  case open(EngineScript)
  case step(EngineScript.Step)

  /// The name and the version of the protocol, as the handshake has them.
  package static let protocolName = "layoutfuzz-layout"
  package static let protocolVersion = 1

  /// Returns the requests of a script: its opening and its steps.
  static func all(of script: EngineScript) -> [EngineRequest] {
    [.open(script)] + script.steps.map { .step($0) }
  }

  /// Returns the request as a line with its line break.
  ///
  /// `id` is the number that the reply repeats. `notes` are members after those of the protocol,
  /// which adapters ignore.
  package func line(id: Int, notes: [JSONValue.Member] = []) -> [UInt8] {
    var members: [JSONValue.Member] = [.init(key: "id", value: .number(id))]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    switch self {
    case .hello:
      add("op", "hello")
      add("protocol", .string(Self.protocolName))
      add("version", .number(Self.protocolVersion))
    case .open(let script):
      add("op", "open")
      add("size", script.size.json)
      add("direction", .string(script.direction.rawValue))
      add("views", .array(script.views.map(\.json)))
    case .step(let step):
      add("op", .string(step.op))
      members += step.members
    }
    return JSONWriter.line(.object(members + notes)) + [UInt8(ascii: "\n")]
  }
}
