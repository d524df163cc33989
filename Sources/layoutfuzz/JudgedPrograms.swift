// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import ToolSupport

/// The programs of a campaign with and without a verdict: for those without one, "nothing found"
/// proves nothing.
struct JudgedPrograms {
  /// The number of completed cases.
  private let cases: Int
  /// The programs without a verdict, in the order of the campaign.
  private let unjudged: [String]
  /// Whether at least one program has a verdict.
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
