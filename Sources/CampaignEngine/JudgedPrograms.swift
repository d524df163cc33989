// SPDX-License-Identifier: MIT

import Display

/// The programs of a campaign with and without a verdict: for those without one, "nothing found"
/// proves nothing.
package struct JudgedPrograms {
  /// The number of completed cases.
  private let cases: Int
  /// The programs without a verdict, in the order of the campaign.
  private let unjudged: [String]
  /// Whether at least one program has a verdict.
  package let anyJudged: Bool

  package init(_ result: CampaignResult) {
    self.init(cases: result.counts.cases, result.programs)
  }

  /// - Parameters:
  ///   - cases: the number of completed cases.
  ///   - programs: the programs, with whether at least one reply has a verdict.
  package init(cases: Int, _ programs: [(name: String, isJudged: Bool)]) {
    self.cases = cases
    unjudged = programs.filter { !$0.isJudged }.map(\.name)
    anyJudged = cases > 0 && programs.contains { $0.isJudged }
  }

  /// Whether each program has a verdict.
  package var allJudged: Bool { cases > 0 && unjudged.isEmpty }

  /// The messages that name the programs without a verdict; empty when all have one.
  package var messages: [String] {
    if cases == 0 { return ["no case was completed: nothing was tried; fix: raise --time"] }
    return unjudged.map { Self.message($0, in: cases) }
  }

  /// Returns the message about a program without a verdict.
  package static func message(_ name: String, in cases: Int) -> String {
    "\(name): error: no verdict on any of its answers in \(ShownNumber.counted(cases, "case"))"
  }
}
