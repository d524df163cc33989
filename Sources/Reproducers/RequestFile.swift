// SPDX-License-Identifier: MIT

import ExactNumerics
import ExternalSolvers
import JSON
import LinearModel
import Scripts

/// A script as requests to an adapter, one line of JSON each: `COMMAND < requests.jsonl` shows what
/// the program answers.
///
/// JSON has no comments, but the protocol lets members be that nobody knows: `about` of the
/// handshake says where the script comes from, and `expected` what is right, as a reply would say
/// it, in exact numbers.
package struct RequestFile {
  /// What a program cannot be asked.
  package enum Refusal: Error {
    /// A step that the protocol has no request for.
    case needsSession
    /// More priorities than the program tells apart.
    case tooManyPriorities
    /// Numbers that are no doubles, or more of them than anybody reads.
    case source(SourceRefusal)
  }

  /// The most values, names and terms of all requests: some 100 MB.
  package static let sizeMax = 4_000_000

  private let scale: PriorityScale
  private var bytes: [UInt8] = []
  private var nextID = 1

  /// The lines.
  ///
  /// - Parameters:
  ///   - truth: one for each step, where each addition is refused by itself.
  ///   - offer: of the program that is to be asked.
  ///   - about: what is said in the handshake, line by line.
  /// - Precondition: the script is well formed.
  package static func bytes(
    _ script: SolverScript, _ truth: [StepTruth], for offer: AdapterOffer, about: [String] = []
  ) throws(Refusal) -> [UInt8] {
    if script.needsSession { throw .needsSession }
    guard let scale = script.scale(offered: offer.priorities) else { throw .tooManyPriorities }
    let screening = ScriptScreening(script: script, truth: truth)
    do throws(SourceRefusal) {
      try screening.checkSize(limit: sizeMax)
      try screening.checkNumbers()
    } catch {
      throw .source(error)
    }
    var file = RequestFile(scale: scale)
    let notes = JSONValue.Member(key: "about", value: .array(about.map { .string($0) }))
    file.bytes = AdapterRequest.hello.line(id: 0, notes: about.isEmpty ? [] : [notes])
    if offer.hasSessions {
      file.writeSession(script, truth)
    } else {
      file.writeWhole(script, truth)
    }
    return file.bytes
  }

  private init(scale: PriorityScale) { self.scale = scale }

  private mutating func write(_ request: AdapterRequest, expected: JSONValue?) {
    let notes = expected.map { JSONValue.Member(key: "expected", value: $0) }
    bytes += request.line(id: nextID, scale, notes: [notes].compactMap { $0 })
    nextID += 1
  }

  private mutating func writeSession(_ script: SolverScript, _ truth: [StepTruth]) {
    write(.open(variables: script.variableCount), expected: Self.status("ok"))
    for (step, truth) in zip(script.steps, truth) {
      switch truth {
      case .skipped: continue
      case .done: write(AdapterRequest(step), expected: Self.status("ok"))
      case .refused: write(AdapterRequest(step), expected: Self.status("refused"))
      case .either, .anything: write(AdapterRequest(step), expected: nil)
      case .answer(let answer): write(AdapterRequest(step), expected: expected(answer))
      }
    }
  }

  /// All that is in force, where it is read, and where an addition contradicts it.
  private mutating func writeWhole(_ script: SolverScript, _ truth: [StepTruth]) {
    for truth in truth {
      switch truth {
      case .answer(let answer), .refused(.some(let answer)):
        write(
          .solve(variables: script.variableCount, constraints: answer.rows),
          expected: expected(answer))
      case .done, .refused(nil), .either, .skipped, .anything: continue
      }
    }
  }

  private static func status(_ name: String) -> JSONValue { ["status": .string(name)] }

  private func expected(_ answer: RightAnswer) -> JSONValue {
    guard let optimum = answer.optimum else { return Self.status("infeasible") }
    let levels = optimum.levels.map { level -> JSONValue in
      [
        "priority": .number(scale.priority(level.strength)),
        "leastViolations": .exact(level.least),
      ]
    }
    return [
      "status": "optimal", "values": .array(optimum.point.map { .exact($0) }),
      "isUnique": .bool(optimum.isUnique), "levels": .array(levels),
    ]
  }
}
