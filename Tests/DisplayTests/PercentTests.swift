// SPDX-License-Identifier: MIT

import Display
import Testing

@Suite("Percentages")
struct PercentTests {
  typealias Row = (share: Double, whole: String, tenths: String, two: String, three: String)

  private static let rows: [Row] = [
    (0, "0 %", "0.0 %", "0 %", "0 %"),
    (1, "100 %", "100.0 %", "100 %", "100 %"),
    (0.5, "50 %", "50.0 %", "50 %", "50.0 %"),
    (0.05, "5 %", "5.0 %", "5 %", "5.00 %"),
    (0.12345, "12 %", "12.3 %", "12 %", "12.3 %"),
    (0.00012, "0 %", "0.0 %", "0.012 %", "0.0120 %"),
    (0.99996, "99 %", "100.0 %", "100 %", "99.9 %"),
    (2.5, "250 %", "250.0 %", "250 %", "250 %"),
  ]

  @Test("one share in each precision", arguments: rows)
  func precisions(row: Row) {
    #expect(ShownNumber.percent(row.share, .whole) == row.whole)
    #expect(ShownNumber.percent(row.share, .tenths) == row.tenths)
    #expect(ShownNumber.percent(row.share, .twoDigits) == row.two)
    #expect(ShownNumber.percent(row.share) == row.three)
  }

  @Test("each share of whole percents has its own number")
  func wholes() {
    for number in 0...100 {
      #expect(ShownNumber.percent(Double(number) / 100, .whole) == "\(number) %")
    }
  }

  @Test("changes have a sign, which a rounded 0 has not")
  func changes() {
    #expect(ShownNumber.percent(-0.004, .tenths) == "-0.4 %")
    #expect(ShownNumber.percent(-0.12345, .tenths) == "-12.3 %")
    #expect(ShownNumber.percent(-0.0001, .tenths) == "0.0 %")
  }

  @Test("no number traps", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300])
  func extremes(share: Double) {
    for precision in [ShownNumber.PercentPrecision.whole, .tenths, .twoDigits, .threeDigits] {
      #expect(ShownNumber.percent(share, precision).hasSuffix(" %"))
    }
  }
}
