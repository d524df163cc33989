// SPDX-License-Identifier: MIT

import BenchmarkSuites
import Testing

@testable import Judging

@Suite("The stages of a campaign")
struct CampaignStagesTests {
  @Test("they process all cases, with the same results for any number of cases at once")
  func counts() throws {
    var whole = CampaignStages()
    try whole.run(cases: 60, of: CaseSource(seed: 3))
    #expect(whole.cases == 60 && whole.certified == 60 && whole.wrongAnswers == 0)
    #expect(
      whole.shares.map(\.name) == [
        "generate", "lower", "simplex", "relaxation", "naive", "oracle", "checker", "judge",
        "planted truth", "giving back",
      ])
    #expect(whole.nanoseconds == whole.shares.reduce(0) { $0 + $1.nanoseconds })
    var first = CampaignStages()
    try first.run(cases: 25, of: CaseSource(seed: 3))
    #expect(first.cases == 25 && first.constraints < whole.constraints)
    var again = CampaignStages()
    try again.run(cases: 60, of: CaseSource(seed: 3))
    #expect(again.oraclePivots == whole.oraclePivots && again.constraints == whole.constraints)
    #expect(again.medianViews == whole.medianViews)
  }

  @Test("the oracle is measured on systems of about the requested size")
  func sizes() throws {
    let sizes = try OracleSizes(size: 120, repetitions: 1)
    #expect(sizes.rows.count == 5)
    for row in sizes.rows {
      #expect((100...260).contains(row.variables), "\(row)")
      #expect(row.pivots != nil, "\(row)")
    }
    #expect(sizes.rows.map(\.nanoseconds).contains(sizes.median))
  }
}
