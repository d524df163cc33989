// SPDX-License-Identifier: MIT

import Lowering

/// Views whose recorded frame differs from the one of the constraints, which the editor shows as
/// misplaced (AUTOLAYOUT 12.7).
struct MisplacedRule {
  /// The largest accepted difference of a recorded number from the solved one, in points.
  static let tolerance = 1.0

  private let placed: PlacedViews

  init(_ placed: PlacedViews) { self.placed = placed }

  /// - Complexity: O(views).
  func findings() -> [LayoutFinding] {
    var found: [LayoutFinding] = []
    /// The misplaced view that contains or is each view.
    var around: [Int?] = []
    /// The number of the reported finding of each misplaced view.
    var number: [Int: Int] = [:]
    for index in placed.views.indices {
      let outer = placed.views[index].parent.flatMap { around[$0] }
      around.append(outer)
      guard let finding = finding(index) else { continue }
      if let outer, let reported = number[outer] {
        found[reported].key.objects.append(placed.id(index))
        // The message already has the frames of the outermost view.
        if found[reported].details.count < 3 {
          found[reported].details.append(detail(finding.view))
        }
        found[reported].severity = max(found[reported].severity, finding.finding.severity)
      } else {
        around[index] = index
        number[index] = found.count
        found.append(finding.finding)
      }
    }
    return found
  }

  /// A view with both of its frames as texts.
  private struct MisplacedView {
    let index: Int
    let solved: String
    let recorded: String
  }

  private func detail(_ view: MisplacedView) -> String {
    "\(placed.diagnosed.constraintName(ofView: view.index)): constraints give \(view.solved), "
      + "recorded \(view.recorded)"
  }

  private func finding(_ index: Int) -> (finding: LayoutFinding, view: MisplacedView)? {
    guard index > 0, isCompared(index), placed.isSettled[index],
      let recorded = placed.views[index].recordedFrame
    else { return nil }
    let frame = placed.layout.frames[index]
    let distance = zip(frame.numbers, recorded.numbers).map { abs($0 - $1) }.max() ?? 0
    guard distance > Self.tolerance else { return nil }
    let diagnosed = placed.diagnosed
    let name = diagnosed.name(ofView: index)
    guard
      let texts = FrameText.difference(
        frame,
        Layout.Frame(
          x: recorded.x.doubleValue, y: recorded.y.doubleValue,
          width: recorded.width.doubleValue, height: recorded.height.doubleValue))
    else { return nil }
    let view = MisplacedView(index: index, solved: texts.one, recorded: texts.other)
    var finding = LayoutFinding(
      .misplaced, objects: [placed.id(index)],
      message: "\(name) will be \(view.solved), not \(view.recorded)",
      location: diagnosed.location(ofView: index))
    if !isCertain(index) {
      finding.severity = .note
      finding.message =
        "\(name) is \(view.solved) by this tool's layout, but \(view.recorded) in the document"
    }
    return (finding, view)
  }

  /// Whether there is more evidence than this tool's model of the platform: the editor flagged the
  /// view, or the frame is a case file's own.
  private func isCertain(_ index: Int) -> Bool {
    guard let origin = placed.diagnosed.origin(ofView: index) else { return true }
    return origin.skipReason == .misplaced
  }

  private func isCompared(_ index: Int) -> Bool {
    switch placed.diagnosed.origin(ofView: index)?.skipReason {
    case nil, .misplaced, .belowMisplaced: return true
    default: return false
    }
  }
}
