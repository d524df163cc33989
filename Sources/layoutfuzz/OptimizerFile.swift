// SPDX-License-Identifier: MIT

import CampaignEngine
import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Reproducers

/// A screen as a problem for optimizers, with what its priorities come to for comparison.
struct OptimizerFile {
  private let lowered: LoweredCase
  private let label: String

  init(_ layoutCase: LayoutCase, _ label: String) {
    lowered = CaseRunner.plain(layoutCase)
    self.label = label
  }

  var smtlib: [UInt8] {
    Array(
      SMTLIBFile.text(lowered.system, SystemNames(lowered), title: [Printable.line(label)]).utf8)
  }

  /// The linear program of a priority, written.
  ///
  /// - Parameter level: nil for the lowest.
  /// - Throws: when nothing of the screen has that priority, or when the exact oracle cannot tell the optima above it.
  func program(
    level: Int?, _ write: (LevelProgram, [String]) -> String
  ) throws(CommandFailure) -> [UInt8] {
    let strengths = lowered.system.optionalStrengths
    let names = strengths.map { Readable.points($0.value) }
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
      return bytes(of: nil, optima: [], "the required constraints contradict each other", write)
    }
    let above = strength.map { strength in strengths.filter { $0 > strength }.count } ?? 0
    let optimum = optima.count > above ? optima[above] : .zero
    let title =
      strength.map { "priority \(Readable.points($0.value)), whose optimum is \(optimum)" }
      ?? "required constraints only"
    return bytes(of: strength, optima: Array(optima.prefix(above)), title, write)
  }

  private func bytes(
    of strength: Strength?, optima: [Rational], _ title: String,
    _ write: (LevelProgram, [String]) -> String
  ) -> [UInt8] {
    let program = LevelProgram(
      lowered.system, SystemNames(lowered), level: strength, optima: optima)
    return Array(write(program, [Printable.line(label), title]).utf8)
  }

  /// The least sums of violations, highest priority first; nil for a conflict.
  private func optima() throws(CommandFailure) -> [Rational]? {
    do throws(OracleError) {
      return try ExactOracle.solve(lowered.system).optimum?.levels.map(\.optimum)
    } catch .limitReached {
      throw .badInput(
        "\(label): too much work for the exact oracle, which says what the optima are")
    } catch {
      throw CommandFailure(.internalError, ["\(error)"])
    }
  }
}
