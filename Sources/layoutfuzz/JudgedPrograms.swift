// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import ToolSupport

/// Which programs of a campaign gave an answer that came to a verdict: of the others "nothing
/// found" says nothing.
struct JudgedPrograms {
  /// How many cases came to their end.
  private let cases: Int
  /// Those without a verdict, in the order of the campaign.
  private let unjudged: [String]
  /// Whether one of the programs has a verdict.
  let anyJudged: Bool

  init(_ result: CampaignResult) {
    self.init(cases: result.counts.cases, result.programs)
  }

  init(_ result: ExternalResult) {
    self.init(cases: result.counts.cases, result.programs)
  }

  private init(cases: Int, _ programs: [(name: String, isJudged: Bool)]) {
    self.cases = cases
    unjudged = programs.filter { !$0.isJudged }.map(\.name)
    anyJudged = cases > 0 && programs.contains { $0.isJudged }
  }

  /// Whether each program has a verdict.
  var allJudged: Bool { cases > 0 && unjudged.isEmpty }

  /// Names the programs without a verdict on standard error.
  func complain() {
    if cases == 0 {
      return Console.complain("no case came to its end in the time: nothing was tried")
    }
    for name in unjudged {
      Console.complain(
        "\(name): none of its answers came to a verdict in \(ShownNumber.counted(cases, "case")): "
          + "nothing is known of it")
    }
  }
}
