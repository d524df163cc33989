// SPDX-License-Identifier: MIT

import Display

/// A chart of performance profiles: for each side the share of instances on which it is within a
/// factor of the best.
package struct ProfilePlot: Sendable {
  /// The steps of one side.
  package struct Curve: Sendable, Hashable {
    package var name: String
    /// Ascending factors from 1 on, each with the share from there on, 0 to 1.
    package var steps: [Step]

    package init(name: String, steps: [Step]) {
      self.name = name
      self.steps = steps
    }
  }

  /// A rise of the share.
  package struct Step: Sendable, Hashable {
    package var factor: Double
    package var share: Double

    package init(factor: Double, share: Double) {
      self.factor = factor
      self.share = share
    }
  }

  package var title: String
  package var curves: [Curve]

  package init(title: String, curves: [Curve]) {
    self.title = title
    self.curves = curves
  }

  private static let width = 560.0
  private static let height = 220.0

  private static func canShow(_ step: Step) -> Bool {
    ChartScale.canShow(step.factor, on: .log2) && step.factor >= 1 && step.share >= 0
      && step.share <= 1
  }

  /// The picture; nil when no side solves two instances within different factors.
  package var picture: ChartPicture? {
    let factors = curves.flatMap(\.steps).filter(Self.canShow).map(\.factor)
    guard Set(factors).count > 1,
      let x = ChartScale(.log2, covering: factors + [1, 2], ticksMax: 7),
      let y = ChartScale(.linear, covering: [0, 100], ticksMax: 6)
    else { return nil }
    let frame = ChartFrame(
      width: Self.width, height: Self.height,
      x: .init(title: "times the best CPU time (log scale)", unit: .number, scale: x),
      y: .init(title: "workloads solved within that", unit: .percent, scale: y))
    var canvas = ChartCanvas()
    frame.draw(on: &canvas, title: title)
    var height = frame.bottom
    for (number, curve) in curves.enumerated() {
      let style = "step \(ChartStyle.sideLine(number))"
      canvas.path(line(curve, frame), style, title: curve.name)
      height += ChartFrame.lineHeight
      let left = ChartFrame.margin
      canvas.line(left, height - 4, left + 28, height - 4, style)
      canvas.text(legend(curve), left + 36, height, in: Self.width - left * 2 - 36)
    }
    return ChartPicture(
      title: title, description: curves.map { legend($0) + "." }.joined(separator: " "),
      width: Self.width, height: height + ChartFrame.margin, canvas)
  }

  private func legend(_ curve: Curve) -> String {
    let steps = curve.steps.filter(Self.canShow)
    let best = steps.last { $0.factor <= 1 }?.share ?? 0
    let solved = steps.last?.share ?? 0
    return
      "\(curve.name): best on \(ShownNumber.percent(best)), solves \(ShownNumber.percent(solved))"
  }

  private func line(_ curve: Curve, _ frame: ChartFrame) -> [(x: Double, y: Double)] {
    var share = 0.0
    var line = [frame.point(1, 0)].compactMap { $0 }
    for step in curve.steps where Self.canShow(step) {
      line += [frame.point(step.factor, 100 * share), frame.point(step.factor, 100 * step.share)]
        .compactMap { $0 }
      share = step.share
    }
    if let last = frame.x.scale.ticks.last, let end = frame.point(last, 100 * share) {
      line.append(end)
    }
    return line
  }
}
