// SPDX-License-Identifier: MIT

import Display
import Judging
import MutantHunts
import ToolSupport

/// The results of mutants as a table for people, with one line for each as soon as it is known.
struct MutantTable {
  private let nameWidth: Int

  init(_ mutants: [Mutant]) {
    nameWidth = mutants.map(\.name.count).max() ?? 0
  }

  var head: String {
    row(["mutant", "found", "cases", "time", "size", "hand", "same", "pure", "bucket"])
  }

  /// Returns the line of a mutant and its remarks.
  func lines(_ outcome: MutantOutcome, _ palette: Palette) -> [String] {
    let canonical = outcome.canonical
    var lines = [
      row([
        outcome.mutant.name, "\(outcome.foundCount)/\(outcome.runs.count)",
        ShownNumber.grouped(outcome.medianCases),
        ShownNumber.duration(nanoseconds: outcome.medianNanoseconds),
        canonical.map { "\($0.size)" } ?? "-", "\(outcome.mutant.handMadeSize)",
        share(outcome.canonicalShare), outcome.purity.map(share) ?? "-",
        canonical?.signature ?? "-",
      ])
    ]
    if !outcome.isFound { lines[0] = palette.red(lines[0]) }
    if !outcome.slippedTo.isEmpty {
      lines.append(
        palette.red(
          "    seen by \(outcome.slippedTo.joined(separator: ", ")), too, and not only by "
            + outcome.mutant.seenBy.map(\.name).joined(separator: ", ")))
    }
    lines += outcome.problems.map { palette.red("    internal error: \($0)") }
    return lines
  }

  /// Returns the summary of all mutants.
  func summary(_ outcomes: [MutantOutcome]) -> [String] {
    let found = outcomes.filter(\.isFound)
    let small = outcomes.count { $0.sizeAboveHandMade.map { $0 <= 0 } ?? false }
    let medians = outcomes.map(\.medianNanoseconds)
    let slowest = outcomes.flatMap { $0.runs.map(\.nanoseconds) }.max() ?? 0
    let canonical = outcomes.map(\.canonicalShare).min() ?? 1
    let pure = outcomes.compactMap(\.purity).min() ?? 1
    return [
      "\(found.count) of \(outcomes.count) found; \(small) as small as by hand, the others at most "
        + "\(outcomes.compactMap(\.sizeAboveHandMade).max() ?? 0) larger",
      "slowest median \(ShownNumber.duration(nanoseconds: medians.max() ?? 0)), slowest hunt "
        + "\(ShownNumber.duration(nanoseconds: slowest)); the same case in at least \(share(canonical)), "
        + "pure in at least \(share(pure)) of each",
    ]
  }

  private func share(_ value: Double) -> String {
    ShownNumber.percent(value, .whole)
  }

  /// The least widths of the columns of numbers: a line is printed before the next one is known.
  private static let widths = [7, 6, 9, 5, 5, 6, 6]

  private func row(_ cells: [String]) -> String {
    let table = TextTable([cells.dropLast()], leastWidths: [nameWidth] + Self.widths)
    return table.lines[0] + "  " + (cells.last ?? "")
  }
}
