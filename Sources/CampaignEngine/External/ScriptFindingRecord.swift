// SPDX-License-Identifier: MIT

import CaseFormats
import ExternalSolvers

/// What is known about a finding against an adapter besides its scripts: the content of its `finding.json`.
package struct ScriptFindingRecord: Sendable {
  /// The version of the format, the value of the key `layoutfuzzScriptFinding`.
  package static let version = 1

  package let signature: String
  package let failure: ScriptFailure
  /// The verdict in one sentence.
  package let summary: String
  /// The command of the adapter.
  package let command: String
  private let json: JSONValue

  init(
    signature: String, failure: ScriptFailure, summary: String, command: String,
    solverVersion: String, seed: UInt64?, caseIndex: Int, kind: String, original: SolverScript,
    minimized: SolverScript, minimization: ScriptMinimizer.Result?
  ) {
    self.signature = signature
    self.failure = failure
    self.summary = summary
    self.command = command
    json = [
      "layoutfuzzScriptFinding": .number(Self.version),
      "signature": .string(signature), "solver": .string(failure.solver),
      "verdict": .string(failure.verdict), "cause": .string(failure.cause.rawValue),
      "summary": .string(summary), "command": .string(command),
      "solverVersion": .string(solverVersion), "seed": seed.map { .number($0) } ?? .null,
      "caseIndex": .number(caseIndex), "madeFrom": .string(kind),
      "original": original.size, "minimized": minimized.size,
      "minimizationEnd": .string(minimization?.end ?? "notMinimized"),
      "calls": .number(minimization?.calls ?? 0),
      "acceptedSteps": .number(minimization?.acceptedSteps ?? 0),
      "toolVersion": .string(CampaignSettings.toolVersion),
    ]
  }

  /// The text of `finding.json`.
  package var encoded: [UInt8] { JSONWriter.document(json) }

  /// Reads what replaying needs; never traps, whatever the bytes are.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let json = try JSONParser.parse(bytes)
    func text(_ key: String) throws(JSONError) -> String {
      guard let value = json[key] else { throw json.error("expected the key \"\(key)\"") }
      return try value.requiredString("a text")
    }
    guard json["layoutfuzzScriptFinding"]?.int == Self.version else {
      throw json.error("expected a finding against an adapter, version \(Self.version)")
    }
    guard let cause = ScriptFailure.Cause(rawValue: try text("cause")) else {
      throw json.error("expected a known cause")
    }
    self.json = json
    signature = try text("signature")
    failure = ScriptFailure(
      solver: try text("solver"), verdict: try text("verdict"), cause: cause)
    summary = try text("summary")
    command = try text("command")
  }
}

extension SolverScript {
  fileprivate var size: JSONValue {
    [
      "steps": .number(steps.count), "constraints": .number(constraintCount),
      "variables": .number(variableCount),
    ]
  }
}
