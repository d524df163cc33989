// SPDX-License-Identifier: MIT

import Display
import Testing

@Suite("Numbers in sentences")
struct ShownNumberTests {
  @Test(
    "points have at most three decimals, and a value other than 0 is never shown as 0",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (14, "14"), (1.0 / 3, "0.333"), (-2.5, "-2.5"), (0.0004, "4e-4"),
      (0.0001220703125, "1.2e-4"), (-1e-9, "-1e-9"), (9.99e-8, "1e-7"), (1e16, "1e+16"),
      (.nan, "nan"), (.infinity, "inf"), (0.9996, "1"), (2.5e-7, "2.5e-7"), (1e300, "1e+300"),
      (1234.5678, "1234.568"),
    ])
  func points(value: Double, text: String) {
    #expect(ShownNumber.points(value) == text)
  }

  @Test(
    "a number has one digit before the point and a power of ten",
    arguments: [
      (1e6, "1e6"), (2.5e-7, "2.5e-7"), (-9.96e5, "-1e6"), (1_500_000, "1.5e6"), (3, "3e0"),
      (1e-4, "1e-4"), (.infinity, "inf"),
    ])
  func scientific(value: Double, text: String) {
    #expect(ShownNumber.scientific(value) == text)
  }

  @Test("two decimals may be zeros, and two digits may be whole numbers")
  func fixed() {
    #expect(ShownNumber.hundredths(1.5) == "1.50")
    #expect(ShownNumber.hundredths(1234.046) == "1,234.05")
    #expect(ShownNumber.hundredths(-0.006) == "-0.01")
    #expect(ShownNumber.hundredths(1e300) == "1e+300")
    #expect(ShownNumber.hundredths(.nan) == "nan")
    #expect(ShownNumber.twoDigits(6.74) == "6.7")
    #expect(ShownNumber.twoDigits(314) == "310")
    #expect(ShownNumber.twoDigits(0.0123) == "0.012")
    #expect(ShownNumber.twoDigits(.infinity) == "inf")
  }

  @Test("noise may be shown as 0, and ratios have two decimals")
  func others() {
    #expect(ShownNumber.points(1e-9, tiny: .zero) == "0")
    #expect(ShownNumber.points(43.6666, tiny: .zero) == "43.667")
    #expect(ShownNumber.ratio(2.4499) == "2.45")
    #expect(ShownNumber.ratio(3) == "3")
    #expect(ShownNumber.plain(0.1) == "0.1" && ShownNumber.plain(-0.0) == "0")
  }

  @Test("different numbers have different texts")
  func unlike() {
    #expect(ShownNumber.points(50, unlike: 0) == "50")
    #expect(ShownNumber.points(50.0000001, unlike: 50) == "50.0000001")
    #expect(ShownNumber.points(50.12345, unlike: 20) == "50.123")
    #expect(ShownNumber.points(0.33333, unlike: 1.0 / 3) == "0.33333")
    #expect(ShownNumber.points(0.0001220703125, unlike: 0) == "1.2e-4")
    // Two neighbouring doubles need all digits.
    #expect(ShownNumber.points(1.0.nextUp, unlike: 1) == "1.0000000000000002")
    #expect(ShownNumber.points(3, unlike: 3) == "3")
  }

  @Test("nouns and verbs have the form that their number needs")
  func forms() {
    #expect(ShownNumber.counted(1, "case") == "1 case")
    #expect(ShownNumber.counted(0, "case") == "0 cases")
    #expect(ShownNumber.counted(1200, "process") == "1,200 processes")
    #expect(ShownNumber.counted(2, "box") == "2 boxes")
    #expect(ShownNumber.counted(2, "crash") == "2 crashes")
    #expect(ShownNumber.form(ofVerb: "is", for: 2) == "are")
    #expect(ShownNumber.form(ofVerb: "has", for: 0) == "have")
    #expect(ShownNumber.form(ofVerb: "gives", for: 2) == "give")
    #expect(ShownNumber.form(ofVerb: "fails", for: 1) == "fails")
  }
}
