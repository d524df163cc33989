// SPDX-License-Identifier: MIT

import Display

/// The programs of a campaign with and without a verdict: for those without one, "nothing found"
/// proves nothing.
package struct JudgedPrograms {
  /// A program of a campaign.
  package struct Program {
    let name: String
    /// Whether at least one reply has a verdict.
    let isJudged: Bool
    /// The command that shows what the program cannot do; nil when there is none.
    let check: String?

    package init(_ name: String, isJudged: Bool, check: String? = nil) {
      self.name = name
      self.isJudged = isJudged
      self.check = check
    }
  }

  /// The number of completed cases.
  private let cases: Int
  /// The programs without a verdict, in the order of the campaign.
  private let unjudged: [Program]
  /// Whether at least one program has a verdict.
  package let anyJudged: Bool

  package init(_ result: CampaignResult) {
    self.init(
      cases: result.counts.cases,
      result.programs.map { Program($0.name, isJudged: $0.isJudged) })
  }

  /// - Parameters:
  ///   - cases: the number of completed cases.
  ///   - programs: the programs of the campaign.
  package init(cases: Int, _ programs: [Program]) {
    self.cases = cases
    unjudged = programs.filter { !$0.isJudged }
    anyJudged = cases > 0 && programs.contains { $0.isJudged }
  }

  /// The names of the programs without a verdict.
  package var unjudgedNames: [String] { unjudged.map(\.name) }

  /// Whether each program has a verdict.
  package var allJudged: Bool { cases > 0 && unjudged.isEmpty }

  /// The lines that name the programs without a verdict, each with the command that shows why;
  /// empty when all have one.
  package var messages: [String] {
    if cases == 0 { return ["no case was completed: nothing was tried; fix: raise --time"] }
    return unjudged.flatMap { program in
      [
        "\(program.name): error: no verdict on any of its answers in "
          + ShownNumber.counted(cases, "case")
      ] + (program.check.map { ["  fix: \($0)"] } ?? [])
    }
  }
}
