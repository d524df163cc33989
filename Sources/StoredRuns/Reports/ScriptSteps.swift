// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Display
import ExactNumerics
import Judging
import Oracles
import Scripts

/// The steps of a script on which a solver is wrong, each with its expected and actual result, for
/// pages.
package struct ScriptSteps: Sendable {
  /// One step with its expected and actual result.
  package struct Row: Sendable, Hashable {
    /// The operation, such as `add c0: x0 >= 5 required`.
    package var operation: String
    package var expected: String
    package var got: String
    /// Whether the solver is wrong here.
    package var isWrong: Bool
    /// Whether a correct solver refuses it, alone or with others.
    package var isRefused: Bool
  }

  /// The value of a variable at a step.
  package struct Reading: Sendable, Hashable {
    /// The index of the step, from 0.
    package var step: Int
    /// The exact value: nil where no value is correct, one of several where the answer is not
    /// unique.
    package var expected: Double?
    package var isUnique: Bool
    /// The value of the solver; nil where its answer was correct and is not stored.
    package var got: Double?
    package var isWrong: Bool
  }

  /// A variable at the wrong reading.
  package struct Value: Sendable, Hashable {
    package var name: String
    /// The exact value as a fraction; one of several where the answer is not unique.
    package var expected: String
    package var got: String
    /// Whether they differ visibly, by at least 0.001.
    package var differs: Bool
  }

  package private(set) var rows: [Row] = []
  /// The values at the wrong reading; empty without values, or without exact ones.
  package private(set) var values: [Value] = []
  /// Whether the expected values are the only correct ones.
  package private(set) var isUnique = true
  /// The values of each variable at the steps that have some.
  package private(set) var readings: [[Reading]] = []

  /// - Parameters:
  ///   - script: the smallest script of the finding.
  ///   - record: the record of the finding.
  ///   - isSession: whether it is about this project's session, which refuses all changes between
  ///     two readings together.
  /// - Throws: when the tool contradicts itself.
  package init(
    _ script: SolverScript, of record: FindingRecord, isSession: Bool
  ) throws(InternalError) {
    let truth: ScriptTruth?
    do throws(OracleError) {
      if isSession {
        truth = try ScriptTruth(ofTransactions: script)
      } else {
        truth = script.needsSession ? nil : try ScriptTruth(of: script)
      }
    } catch .limitReached {
      truth = nil
    } catch {
      throw InternalError("judging contradicts itself: \(error)", on: nil)
    }
    let lines = ScriptText(script, ScriptJudgement(.pass), solver: record.accused.name).lines
    for (index, line) in lines.enumerated() {
      let expectation = truth?.expectations[index]
      rows.append(
        Row(
          operation: line, expected: expectation.map(Self.text) ?? "not known",
          got: Self.got(record, at: index), isWrong: record.answer?.step == index,
          isRefused: truth?.refused.contains(index) ?? false))
    }
    compareValues(truth, record.answer)
    readings = (0..<script.variableCount).map { variable in
      rows.indices.compactMap { Self.reading(of: variable, at: $0, truth, record.answer) }
    }
  }

  /// Returns the value of a variable at a step; nil if it is unknown.
  private static func reading(
    of variable: Int, at step: Int, _ truth: ScriptTruth?, _ answer: FindingRecord.Answer?
  ) -> Reading? {
    var got: Double?
    if let answer, answer.step == step, answer.values.indices.contains(variable) {
      got = Double(answer.values[variable])
    }
    switch truth?.expectations[step] {
    case .answer(let system):
      guard let optimum = system.answer.optimum, optimum.point.indices.contains(variable) else {
        return nil
      }
      let exact = optimum.point[variable]
      return Reading(
        step: step, expected: exact.doubleValue, isUnique: optimum.isUnique, got: got,
        isWrong: got.map { !isNear($0, exact) } ?? false)
    case .refused, .refusedNumber:
      return got.map {
        Reading(step: step, expected: nil, isUnique: true, got: $0, isWrong: true)
      }
    // No value is wrong at these steps.
    case .done, .either, .skipped, .anything, nil: return nil
    }
  }

  /// Whether a reader sees no difference.
  private static func isNear(_ got: Double, _ exact: Rational) -> Bool {
    abs(got - exact.doubleValue) < 0.001
  }

  private static func text(_ expectation: ScriptTruth.Expectation) -> String {
    switch expectation {
    case .done: return "done"
    case .refused: return "refused: it contradicts what is in force"
    case .refusedNumber: return "refused: no number"
    case .either: return "done or refused"
    case .skipped: return "nothing to do"
    case .anything: return "anything: an extreme number is in force"
    case .answer(let system):
      guard let optimum = system.answer.optimum else { return "a conflict" }
      return list(optimum.point) + (optimum.isUnique ? "" : ", or others as good")
    }
  }

  /// The most values in one line.
  private static let valuesMax = 8

  private static func got(_ record: FindingRecord, at step: Int) -> String {
    guard let answer = record.answer else { return "not known" }
    if step < answer.step { return "as expected" }
    if step > answer.step { return "not reached" }
    // The failure may be a broken promise next to the answer.
    guard let claim = answer.claim else { return record.summary }
    return claim + (answer.values.isEmpty ? "" : ": " + list(answer.values.map(shown)))
  }

  /// Returns a list such as `x0 = 1, x1 = 2, ...`.
  private static func list(_ values: [some CustomStringConvertible]) -> String {
    let shown = values.prefix(valuesMax).enumerated().map { "x\($0) = \($1)" }
    return (shown + (values.count > valuesMax ? ["..."] : [])).joined(separator: ", ")
  }

  /// Returns a stored number as the expected ones are written: `1`, not `1.0`.
  private static func shown(_ value: String) -> String {
    Double(value).map(ShownNumber.plain) ?? value
  }

  private mutating func compareValues(
    _ truth: ScriptTruth?, _ answer: FindingRecord.Answer?
  ) {
    guard let truth, let answer, truth.expectations.indices.contains(answer.step),
      case .answer(let system) = truth.expectations[answer.step],
      let optimum = system.answer.optimum, optimum.point.count == answer.values.count
    else { return }
    isUnique = optimum.isUnique
    for (index, exact) in optimum.point.enumerated() {
      let got = Double(answer.values[index])
      let isNear = got.map { Self.isNear($0, exact) } ?? false
      values.append(
        Value(
          name: "x\(index)", expected: "\(exact)", got: Self.shown(answer.values[index]),
          differs: !isNear))
    }
  }
}
