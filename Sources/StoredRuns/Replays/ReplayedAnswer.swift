// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import JSON
import Judging
import ObservedRates
import Oracles
import ToolSupport

/// The answer of one solver in a replay, with its verdict.
package struct ReplayedAnswer: Sendable {
  /// The strategy, law, part of the tool, session or program.
  package let solver: String
  package let verdict: VerdictKind
  /// The verdict in one sentence without a full stop.
  package let sentence: String
  /// The history that a failure needs; nil where causes are not distinguished.
  package var cause: FailureCause?
  /// The class of a strategy's answer, such as `optimal`; nil for other solvers.
  package var claim: String?
  /// How often the subject fails; nil where it was not measured.
  package var rate: ObservedRate?
  /// The name and version that an external program gives of itself; nil for other solvers.
  package var program: String?
  /// The measured time of a strategy that is slower by its counters; nil without one.
  var time: ReplayedTime?

  package init(
    _ solver: String, _ verdict: VerdictKind, _ sentence: String, cause: FailureCause? = nil,
    claim: String? = nil, rate: ObservedRate? = nil
  ) {
    self.solver = solver
    self.verdict = verdict
    self.sentence = sentence
    self.cause = cause
    self.claim = claim
    self.rate = rate
  }

  /// The verdict with its cause, as `worseThanOptimal-alone`.
  package var name: String { verdict.failure?.name(with: cause) ?? verdict.name }

  /// Whether the answer is right or wrong, so that it says something about a finding.
  package var isJudged: Bool { verdict != .gaveUp && verdict != .undecided }

  func colouredVerdict(_ palette: Palette) -> String {
    let colour = verdict.isFailure ? palette.red : isJudged ? palette.green : palette.bold
    return colour(name)
  }

  /// Returns the lines below the state: the sentence of an answer that is not right, the rate of a
  /// failure that comes sometimes, and the measured time.
  func facts(_ palette: Palette) -> [String] {
    var facts = verdict == .pass ? [] : ["  " + ShownText.sentence(sentence)]
    if let rate, rate.isPartial { facts.append("  " + ShownText.sentence(rate.text)) }
    if let time { facts.append("  " + time.text(palette)) }
    return facts
  }

  func json(_ stored: FailureIdentity?) -> JSONValue {
    .members([
      ("name", .string(solver)), ("answer", claim.map { .string($0) }),
      ("verdict", .string(name)), ("isFailure", .bool(verdict.isFailure)),
      ("summary", .string(sentence)),
      ("asStored", stored.map { .bool($0.kind == name) } ?? .null), ("rate", rate?.json),
      ("program", program.map { .string($0) }),
    ])
  }
}
