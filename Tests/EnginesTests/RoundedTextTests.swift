// SPDX-License-Identifier: MIT

import EngineScripts
import Engines
import ExactNumerics
import LayoutModel
import Testing

/// Compares the texts about numbers that an engine rounds.
@Suite("Texts of rounded frames")
struct RoundedTextTests {
  private static let size = EngineSize(width: Rational(200), height: Rational(100))

  /// Returns the sentence about a width that should have been the exact one.
  private static func sentence(
    _ actual: Double, exact: Rational, _ rounding: EngineOffer.Rounding?, unit: Rational = .one
  ) throws -> String {
    var offer = EngineOffer()
    offer.attributes = [.width]
    offer.relations = [.equal]
    if let rounding { (offer.unit, offer.sizeRounding) = (unit, rounding) }
    let wide = EngineConstraint(id: 1, .init(1, .width), .equal, constant: exact)
    let script = EngineScript(
      size: size, views: [EngineView(id: 1)], steps: [.add(wide), .frames])
    let truth = try EngineTruth(of: script, offer)
    guard case .reading(let answer) = truth.expectations[1] else { return "no reading" }
    let reading = EngineReading(frames: [1: Rectangle(x: 0.0, y: 0, width: actual, height: 0)])
    let verdict = try EngineJudge(offer).verdict(on: reading, answer)
    return EngineText(script).sentence(EngineJudgement(.judged(verdict), step: 1))
  }

  @Test(
    "the expected number is the rounded one, with the exact one beside it",
    arguments: [
      (EngineOffer.Rounding.nearest, "9 pt (8.75 pt before rounding)"),
      (.down, "8 pt (8.75 pt before rounding)"), (.up, "9 pt (8.75 pt before rounding)"),
    ])
  func rounded(_ rounding: EngineOffer.Rounding, _ expected: String) throws {
    #expect(
      try Self.sentence(12, exact: Rational(35, 4), rounding)
        == "step 2: the width of view 1 is 12 pt, expected \(expected)")
  }

  @Test("a number that rounding does not change stands alone")
  func unchanged() throws {
    for rounding: EngineOffer.Rounding? in [nil, .nearest, .down, .up] {
      let sentence = try Self.sentence(12, exact: Rational(8), rounding)
      #expect(sentence == "step 2: the width of view 1 is 12 pt, expected 8 pt")
    }
    #expect(
      try Self.sentence(12, exact: Rational(35, 4), nil)
        == "step 2: the width of view 1 is 12 pt, expected 8.75 pt")
  }

  @Test("between two multiples both are right")
  func middle() throws {
    #expect(
      try Self.sentence(12, exact: Rational(17, 2), .nearest)
        == "step 2: the width of view 1 is 12 pt, expected 8 or 9 pt (8.5 pt before rounding)")
  }

  @Test("a multiple of a unit that no double has stays as it is")
  func thirds() throws {
    #expect(
      try Self.sentence(12, exact: Rational(5, 3), .up, unit: Rational(1, 3))
        == "step 2: the width of view 1 is 12 pt, expected 1.667 pt")
  }

  @Test("rounded numbers are the nearest multiples in their direction, for any unit and sign")
  func rounding() throws {
    var ties = 0
    for unit in [Rational(1), Rational(1, 2), Rational(1, 3), Rational(2, 7), Rational(1, 10)] {
      for step: Int64 in -130...130 {
        // Multiples, ties, and numbers between.
        let exact = unit * Rational(step, 4)
        for direction in EngineOffer.Rounding.allCases {
          var offer = EngineOffer()
          (offer.unit, offer.sizeRounding) = (unit, direction)
          let rounded = try #require(offer.rounding(of: .width)).rounded(exact)
          let distances = rounded.map { ($0 - exact) / unit }
          let isWhole = step % 4 == 0
          #expect(rounded.allSatisfy { ($0 / unit * Rational(4)).isQuadruple(upTo: 200) })
          switch direction {
          case .down:
            #expect(distances.count == 1 && distances[0] > Rational(-1) && distances[0] <= .zero)
          case .up:
            #expect(distances.count == 1 && distances[0] >= .zero && distances[0] < .one)
          case .nearest:
            #expect(distances.allSatisfy { $0.magnitude <= Rational(1, 2) })
            #expect(distances.count == (step % 4 == 2 || step % 4 == -2 ? 2 : 1))
            ties += distances.count - 1
          }
          if isWhole { #expect(rounded == [exact]) }
        }
      }
    }
    #expect(ties > 300)
  }

  @Test("the judge accepts the rounded number of a text")
  func accepted() throws {
    for rounding in EngineOffer.Rounding.allCases {
      for unit in [Rational(1), Rational(1, 2), Rational(1, 3)] {
        for sixteenth: Int64 in 1...33 {
          let exact = Rational(sixteenth, 16)
          var offer = EngineOffer()
          (offer.unit, offer.sizeRounding) = (unit, rounding)
          for number in try #require(offer.rounding(of: .width)).rounded(exact) {
            let sentence = try Self.sentence(
              number.doubleValue, exact: exact, rounding, unit: unit)
            #expect(sentence == "step 2: the layout is right")
          }
        }
      }
    }
  }
}

extension Rational {
  /// Whether it is four times a whole number, of a magnitude up to `limit`.
  fileprivate func isQuadruple(upTo limit: Int64) -> Bool {
    (-limit...limit).contains { Rational(4 * $0) == self }
  }
}
