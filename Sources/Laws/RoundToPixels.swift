// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Lowering
import Oracles

/// Frames are the exact layout rounded to pixels edge by edge.
///
/// The law computes the rounding in exact fractions from the exact layout, without the code under
/// test.
package struct RoundToPixels: Law {
  package let name = "roundToPixels"
  package let statement =
    "in its superview, each edge of a view's alignment rectangle lies on the pixel next to its exact"
    + " place, halves up, and so do the ends of contents"
  package let reason = "what is drawn has no other rule, so it can be worked out from the layout"
  package let stage = LawStage.lowering

  package func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome {
    guard let point = subject.answer.optimum?.point else { return .notApplicable }
    let found = subject.lowered.pixelLayout(
      from: Solution(values: point.map(\.doubleValue)), fault: world.fault?.lowering)
    let rule = PixelRule(scale: subject.layoutCase.environment.scale)
    for view in subject.layoutCase.views.indices {
      let exact = subject.lowered.exactFrame(of: view, at: point)
      let insets = subject.layoutCase.views[view].alignmentInsets
      let frame = found.frames[view]
      let ends = [
        ("left", "right", exact.x, exact.width, insets.left, insets.right, frame.x, frame.width),
        ("top", "bottom", exact.y, exact.height, insets.top, insets.bottom, frame.y, frame.height),
      ]
      for (low, high, start, size, before, after, foundStart, foundSize) in ends {
        let first = start + Rational(before)
        let last = start + size - Rational(after)
        let name = subject.layoutCase.views[view].id
        let begin = foundStart + before.doubleValue
        if !rule.agrees(first, begin) {
          return .broken(rule.text("the \(low) edge of '\(name)'", first, begin))
        }
        // A size is known only with the edge before it, which may be too near to a threshold.
        guard rule.isClear(first) else { continue }
        let end = foundStart + foundSize - after.doubleValue
        if !rule.agrees(last, end) {
          return .broken(rule.text("the \(high) edge of '\(name)'", last, end))
        }
      }
    }
    return contentOutcome(subject, point, found, rule)
  }

  private func contentOutcome(
    _ subject: LawSubject, _ point: [Rational], _ found: Layout, _ rule: PixelRule
  ) -> LawOutcome {
    for content in found.contentSizes {
      guard let exact = subject.lowered.exactContentSize(of: content.view, at: point) else {
        continue
      }
      let sizes = [
        ("width", exact.width, content.width), ("height", exact.height, content.height),
      ]
      for (name, size, found) in sizes where !rule.agrees(size, found) {
        let view = subject.layoutCase.views[content.view].id
        return .broken(rule.text("the content \(name) of '\(view)'", size, found))
      }
    }
    return .holds
  }
}

/// The expected rounding of lengths to pixels.
private struct PixelRule {
  let scale: Int

  /// The distance below a half that still counts as one: a solver's half is exact only up to
  /// rounding.
  private static let slack = Rational(1, 1 << 20)
  /// The distance from a rounding threshold within which floating-point noise decides.
  private static let doubt = 1e-7

  /// Returns the pixel next to an exact length, halves up.
  func pixel(_ length: Rational) -> Double {
    shifted(length).doubleValue.rounded(.down)
  }

  private func shifted(_ length: Rational) -> Rational {
    length * Rational(scale) + Rational(1, 2) + Self.slack
  }

  /// Whether rounding is independent of floating-point noise.
  func isClear(_ length: Rational) -> Bool {
    let value = shifted(length).doubleValue
    return abs(value - value.rounded()) > Self.doubt && abs(value) < 1e8
  }

  /// Whether a found length, in points, is the exact one in pixels, or rounding is not certain.
  func agrees(_ exact: Rational, _ found: Double) -> Bool {
    !isClear(exact) || abs(found * Double(scale) - pixel(exact)) < 0.01
  }

  func text(_ subject: String, _ exact: Rational, _ found: Double) -> String {
    "\(subject) is at \(exact) pt, at \(scale) pixels a point at pixel \(pixel(exact));"
      + " found \(found) pt"
  }
}
