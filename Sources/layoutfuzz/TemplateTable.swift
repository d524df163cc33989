// SPDX-License-Identifier: MIT

import CampaignEngine

/// How often failing cases match the templates of buckets, for people.
enum TemplateTable {
  /// The line of a mutant as soon as it is known, and what has to be said beside it.
  static func lines(_ trial: TemplateTrial, _ palette: Palette) -> [String] {
    let line =
      "\(trial.mutant.name): \(Readable.counted(trial.failures.count, "failing case")), "
      + "\(Readable.counted(trial.bucketCount, "bucket")), "
      + Readable.counted(trial.templateCount, "template")
    return [line] + (trial.problem.map { [palette.red("    internal error: \($0)")] } ?? [])
  }

  /// What all of them came to, for templates of each width.
  static func summary(_ trials: [TemplateTrial]) -> [String] {
    let comparison = TemplateComparison(trials)
    return TemplateComparison.Width.allCases.flatMap { width -> [String] in
      let figures = comparison.figures(width)
      let judged = figures.right + figures.neighbours + figures.unmatched
      return [
        "\(title(width)), of \(Readable.counted(figures.buckets, "bucket")):",
        "    of \(Readable.counted(judged, "failing case")) \(figures.right) match the right bucket, "
          + "\(figures.neighbours) another one of the fault, \(figures.unmatched) none",
        "    of \(Readable.counted(figures.compared, "failing case")) \(figures.strange) match the bucket of "
          + "another fault, and \(Readable.counted(figures.met, "template")) a case that passes",
      ]
    }
  }

  private static func title(_ width: TemplateComparison.Width) -> String {
    switch width {
    case .exact: return "minimized cases with all their numbers"
    case .accepted: return "what they have in common where no passing case has it"
    case .common: return "what they have in common, whatever passing cases have"
    case .anyNumber: return "their constraints with any numbers"
    }
  }
}
