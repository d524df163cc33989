// SPDX-License-Identifier: MIT

import Diagnosis
import ExactNumerics
import Judging
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Reproducers
import ToolSupport

/// A screen as a problem for optimizers, with the expected sums of its priorities.
package struct OptimizerFile {
  private let lowered: LoweredCase
  private let label: String
  /// The comments at the head of each file.
  private let head: [String]
  private let layoutCase: LayoutCase
  private let reportsExpected: Bool

  /// Lowers a screen.
  ///
  /// - Parameters:
  ///   - layoutCase: the screen.
  ///   - label: the name of the screen in messages.
  ///   - found: the finding of the screen; nil for none.
  package init(_ layoutCase: LayoutCase, _ label: String, _ found: ReproducerHead?) {
    self.layoutCase = layoutCase
    reportsExpected = found != nil
    lowered = CaseRunner.plain(layoutCase)
    self.label = label
    head = [label] + (found?.lines ?? [])
  }

  /// Returns the whole system, with the expected sums of all priorities if it belongs to a finding.
  ///
  /// - Throws: when the tool contradicts itself.
  package func smtlib() throws(CommandFailure) -> [UInt8] {
    let expected = reportsExpected ? try ProvedCase(layoutCase, label).expectedSums : []
    return Array(SMTLIBFile.text(lowered.system, SystemNames(lowered), title: head + expected).utf8)
  }

  /// Returns the text of the linear program of a priority.
  ///
  /// `level` is the priority; nil for the lowest. `write` returns the text of a program with the
  /// lines of its head.
  ///
  /// - Throws: when no constraint of the screen has that priority, or when the exact oracle does
  ///   not find the optima above it.
  package func program(
    level: Int?, _ write: (LevelProgram, [String]) -> String
  ) throws(CommandFailure) -> [UInt8] {
    let strengths = lowered.system.optionalStrengths
    let names = strengths.map { FrameText.points($0.value) }
    var strength = strengths.last
    if let level {
      strength = strengths.first { $0.value == Double(level) }
      if strength == nil {
        throw .usage(
          "nothing has priority \(level) here; there are: \(names.joined(separator: ", "))",
          seeHelpOf: "convert")
      }
    }
    let optima = try optima()
    guard let optima else {
      return try bytes(
        of: nil, optima: [],
        "Expected: infeasible, for the required constraints contradict each other", write)
    }
    let above = strength.map { strength in strengths.filter { $0 > strength }.count } ?? 0
    let optimum = optima.count > above ? optima[above] : .zero
    var title =
      strength.map {
        "Expected: objective \(ProvedCase.number(optimum)), the least sum of violations at priority "
          + FrameText.points($0.value)
      } ?? "Expected: objective 0, for there are required constraints only"
    if above > 0 {
      let sums = zip(names, optima).prefix(above).map { "\($0): \(ProvedCase.number($1))" }
      title += ", with the sums above held at their least (\(sums.joined(separator: ", ")))"
    }
    return try bytes(of: strength, optima: Array(optima.prefix(above)), title, write)
  }

  private func bytes(
    of strength: Strength?, optima: [Rational], _ title: String,
    _ write: (LevelProgram, [String]) -> String
  ) throws(CommandFailure) -> [UInt8] {
    let program = LevelProgram(
      lowered.system, SystemNames(lowered), level: strength, optima: optima)
    do throws(SourceRefusal) {
      try program.check()
    } catch {
      throw .badInput(at: label, "\(error.sentence)")
    }
    return Array(write(program, head + [title]).utf8)
  }

  /// Returns the least sums of violations, highest priority first; nil for a conflict.
  private func optima() throws(CommandFailure) -> [Rational]? {
    do throws(OracleError) {
      return try ExactOracle.solve(lowered.system).optimum?.levels.map(\.optimum)
    } catch .limitReached {
      throw .badInput(
        at: label, "the optima of its priorities take \(OracleLimit.standard.sentence)")
    } catch {
      throw CommandFailure(.internalError, ["\(error)"])
    }
  }
}
