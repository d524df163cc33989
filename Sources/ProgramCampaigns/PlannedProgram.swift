// SPDX-License-Identifier: MIT

import ExternalSolvers
import JSON

/// A program as the identity of a campaign names it: its command, and what it said of itself.
package struct PlannedProgram: Sendable {
  package let command: AdapterCommand
  package let version: String
  /// Its abilities; `.null` when it stated none.
  package let offer: JSONValue
  package let timeoutNanoseconds: UInt64

  package init<Kind: ProgramKind>(
    _ pool: ProgramPool<Kind.Process>, of kind: Kind.Type
  ) {
    command = pool.command
    version = Kind.version(pool.greeting)
    offer = Kind.offer(pool.greeting) ?? .null
    timeoutNanoseconds = pool.timeoutNanoseconds
  }

  /// Returns how another program differs from this one, as a sentence without a full stop; nil when
  /// both are the same.
  package func difference(from other: PlannedProgram) -> String? {
    if version != other.version {
      return "it is '\(other.version)', and '\(version)' in the plan"
    }
    let isSame = JSONWriter.line(offer) == JSONWriter.line(other.offer)
    return isSame ? nil : "it offers other abilities than in the plan"
  }

  private static let keys = ["name", "command", "version", "offer", "timeoutNanoseconds"]

  var json: JSONValue {
    [
      "name": .string(command.name), "command": .string(command.command),
      "version": .string(version), "offer": offer,
      "timeoutNanoseconds": .number(timeoutNanoseconds),
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a program", keys: Self.keys)
    command = AdapterCommand(
      name: try reader.required("name").requiredString("the name of a program"),
      command: try reader.required("command").requiredString("the command of a program"))
    version = try reader.required("version").requiredString("the version of a program")
    offer = try reader.required("offer")
    timeoutNanoseconds = UInt64(
      try reader.required("timeoutNanoseconds").requiredIndex("a time for a case"))
  }
}
