// SPDX-License-Identifier: MIT

import ExactNumerics
import ExternalSolvers
import JSON
import LinearModel
import Scripts

/// A script as requests to an adapter, one line of JSON each: `COMMAND < requests.jsonl` shows the
/// answers of the program.
///
/// JSON has no comments, but the protocol permits unknown members. `about` of the handshake names
/// the source of the script. `expected` is the correct reply in exact numbers.
package struct RequestFile {
  /// The reason for which a program cannot run the script.
  package enum Refusal: Error {
    /// A step without a request in the protocol.
    case needsSession
    /// More priorities than the program distinguishes.
    case tooManyPriorities
    /// Numbers that are no doubles, or too many of them.
    case source(SourceRefusal)
  }

  /// The largest number of values, names and terms of all requests: some 100 MB.
  package static let sizeMax = 4_000_000

  private let scale: PriorityScale
  private var bytes: [UInt8] = []
  private var nextID = 1

  /// Returns the requests of a script as lines.
  ///
  /// `truth` has one element for each step, where each addition is refused by itself. `offer` is
  /// that of the program that gets the requests. `about` is the text in the handshake, line by
  /// line.
  ///
  /// - Throws: for steps that only a session takes, for more priorities than the program
  ///   distinguishes, and for a script that is too large or has numbers that are no doubles.
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

  /// Writes all constraints in force at each reading, and at each addition that contradicts them.
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
