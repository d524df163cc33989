// SPDX-License-Identifier: MIT

import CampaignEngine

/// What became of mutants that were hunted with and without feedback, for people.
struct FeedbackTable {
  private let nameWidth: Int

  init(_ mutants: [Mutant]) {
    nameWidth = mutants.map(\.name.count).max() ?? 0
  }

  var head: String { row("mutant", "plain", "guided", "plain", "guided", "ratio") }

  /// The line of a mutant as soon as it is known, and what has to be said beside it.
  func lines(_ duel: FeedbackDuel, _ palette: Palette) -> [String] {
    let (plain, guided) = (duel.plain, duel.guided)
    let line = row(
      duel.mutant.name, "\(plain.happened)/\(plain.times.count)",
      "\(guided.happened)/\(guided.times.count)", number(plain.mean), number(guided.mean),
      number(guided.mean / plain.mean, places: 2))
    return [line + (duel.isHard ? "  hard" : "")]
      + duel.problems.map { palette.red("    internal error: \($0)") }
  }

  /// What all of them came to, and the hard ones among them.
  func summary(_ result: FeedbackResult) -> [String] {
    let different = zip(result.duels, result.probabilities).filter { $0.1 < 0.05 }
      .map { duel, _ in
        duel.mutant.name + (duel.guided.mean < duel.plain.mean ? " (sooner)" : " (later)")
      }
    return [
      result.all.map { "all   " + text($0) }, result.hard.map { "hard  " + text($0) },
      "alone below 0.05, corrected for \(Readable.counted(result.duels.count, "mutant")): "
        + (different.isEmpty ? "none" : different.joined(separator: ", ")),
    ].compactMap { $0 }
  }

  private func text(_ verdict: FeedbackVerdict) -> String {
    """
    \(Readable.counted(verdict.mutants, "mutant")): \(verdict.plainFound) and \(verdict.guidedFound) of \
    \(verdict.hunts) found, mean of cases \(number(verdict.plainMean)) and \(number(verdict.guidedMean)), \
    ratio \(number(verdict.ratio, places: 3)) (\(probability(verdict.probability))); \
    constraints per system \(number(verdict.plainRows)) and \(number(verdict.guidedRows)), ratio of all of them \
    \(number(verdict.workRatio, places: 3)) (\(probability(verdict.workProbability)))
    """
  }

  private func probability(_ value: Double) -> String {
    value < 0.0001 ? "p < 0.0001" : "p = \(number(value, places: 4))"
  }

  private func number(_ value: Double, places: Int = 1) -> String {
    let scale = places == 1 ? 10.0 : places == 2 ? 100 : places == 3 ? 1000 : 10_000
    let digits = String(Int((value * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return padded.dropLast(places) + "." + padded.suffix(places)
  }

  private func row(
    _ name: String, _ plainFound: String, _ guidedFound: String, _ plain: String,
    _ guided: String, _ ratio: String
  ) -> String {
    let cells = [(plainFound, 7), (guidedFound, 7), (plain, 9), (guided, 9), (ratio, 6)]
    return name + String(repeating: " ", count: max(0, nameWidth - name.count))
      + cells.map { text, width in
        " " + String(repeating: " ", count: max(0, width - text.count)) + text
      }.joined()
  }
}
