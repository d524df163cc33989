// SPDX-License-Identifier: MIT

import LayoutModel
import TestSupport
import Testing

@testable import Minimization

@Suite("Outlines of the sizes of cases")
struct CaseSizeOutlineTests {
  @Test("an outline decides a comparison, and no order, name or annotation changes it")
  func outlines() {
    let cases = Fault.allCases.flatMap {
      MinimizerPropertyTests.starts($0, count: 12).map(\.layoutCase)
    }
    for layoutCase in cases {
      var other = layoutCase
      other.constraints.reverse()
      other = other.canonicallySorted().renamed()
      #expect(CaseSize.outline(of: other) == CaseSize.outline(of: layoutCase))
      #expect(CaseSize(layoutCase).outline == CaseSize.outline(of: layoutCase))
    }
    var decided = 0
    for one in cases {
      for other in cases
      where CaseSize.outline(of: one).lexicographicallyPrecedes(CaseSize.outline(of: other)) {
        decided += 1
        #expect(CaseSize(one) < CaseSize(other))
      }
    }
    #expect(decided > 500)
  }
}
