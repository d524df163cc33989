// SPDX-License-Identifier: MIT

import Judging
import LayoutModel
import Testing

@Suite("Growth of tables with their rows")
struct RowGrowthTests {
  @Test("the exponent of a power is that power, whatever its factor")
  func exponent() {
    let cell = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil)], constraints: [])
    var time: UInt64 = 0
    let growth = RowGrowth(
      cell: cell, width: LayoutNumber(100), rowCounts: [1, 2, 4],
      now: {
        time += 5
        return time
      })
    #expect(growth.runs.map(\.rows) == [1, 2, 4])
    #expect(growth.runs.allSatisfy { $0.nanoseconds == 5 })
    for power in [0, 1, 2] {
      let exponent = growth.exponent { run in
        3 * (0..<power).reduce(1) { value, _ in value * Double(run.rows) }
      }
      #expect(abs((exponent ?? -1) - Double(power)) < 1e-9)
    }
    let single = RowGrowth(cell: cell, width: LayoutNumber(100), rowCounts: [3], now: { 0 })
    #expect(single.workExponent == nil)
  }
}
