// SPDX-License-Identifier: MIT

import LinearModel
import Testing

@testable import CampaignEngine

/// The runs that a finding gets when it is found.
@Suite struct MinimizingTermsTests {
  @Test("a hang gets few runs at first, so that other findings do not wait for minutes")
  func hangs() throws {
    let terms = MinimizingTerms(jobs: 1, time: nil)
    let (hang, crash) = (
      try #require(terms.limitedToFirstShare(of: .process(.hang)).share),
      try #require(terms.limitedToFirstShare(of: .process(.crash)).share)
    )
    // Each takes the whole time limit, 5 s by default.
    #expect(hang <= 10 && crash >= 100)
    for later in MinimizingTerms.laterShares {
      #expect(terms.limited(to: later).share ?? .max > hang)
    }
  }
}
