// SPDX-License-Identifier: MIT

import Display
import EngineScripts
import ExactNumerics

/// The frames of a reading as lines, with the right number beside each wrong one.
package struct ReadingTable: Sendable {
  /// The lines, with the names of the columns first.
  package let lines: [String]

  /// The most views; those after them are counted.
  private static let viewsMax = 40

  /// - Parameters:
  ///   - reading: the reply of the engine.
  ///   - answer: the exact answer.
  ///   - offer: the offer of the engine.
  package init(_ reading: EngineReading, _ answer: EngineAnswer, _ offer: EngineOffer) {
    let judge = EngineJudge(offer)
    let views = answer.system.scene.views.filter { !$0.isGuide || offer.hasGuideFrames }
    var rows = [["", "left", "top", "width", "height"]]
    for view in views.prefix(Self.viewsMax).map(\.id) {
      rows.append(
        ["v\(view)"]
          + EngineSystem.Part.allCases.map { part in
            let expected = judge.expectation(of: .frame(view: view, part), in: answer)
            return Self.cell(
              reading.frames[view]?[part], expected, offer.rounding(of: part))
          })
    }
    var lines = TextTable(rows, leftAligned: [0, 1, 2, 3, 4]).trimmedLines
    if views.count > Self.viewsMax { lines.append("+\(views.count - Self.viewsMax) more views") }
    self.lines = lines
  }

  /// Returns `8`, `9 (expected 8)` or, where several numbers are right, `9 (free)`.
  private static func cell(
    _ actual: Double?, _ expected: EngineExpectation?, _ rounding: FrameRounding?
  ) -> String {
    let text = actual.map { ShownNumber.points($0) } ?? "none"
    guard let expected, let exact = expected.exact else { return "\(text) (free)" }
    guard let actual else {
      return "\(text) (expected \(EngineText.numbers(.nan, exact, rounding).expected))"
    }
    let isRight =
      Rational(exactly: actual).map { number in
        (expected.least.map { $0 <= number } ?? true)
          && (expected.greatest.map { number <= $0 } ?? true)
      } ?? false
    if isRight { return text }
    let numbers = EngineText.numbers(actual, exact, rounding)
    return "\(numbers.actual) (expected \(numbers.expected))"
  }
}
