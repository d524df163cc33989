// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Testing

@testable import Lowering

@Test("a label pinned to the root is lowered to the rows that a person would write")
func pinnedLabel() throws {
  var label = View(id: "label", parent: 0, kind: .label)
  label.intrinsicWidth = 100
  let pinned = LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)),
    views: [View(id: "root", parent: nil), label],
    constraints: [
      LayoutConstraint(
        id: "l", first: Anchor(.view(1), .leading), second: Anchor(.view(0), .leading), constant: 8),
      LayoutConstraint(
        id: "t", first: Anchor(.view(1), .bottom), relation: .lessThanOrEqual,
        second: Anchor(.view(0), .bottom), multiplier: LayoutNumber(1, 3, form: .fraction),
        priority: 750),
    ])
  #expect(pinned.validate() == [])
  let lowered = lower(pinned)
  #expect(
    lowered.origins == [
      .root(.left), .root(.top), .root(.width), .root(.height),
      .nonNegativeSize(.view(1), .horizontal), .nonNegativeSize(.view(1), .vertical),
      .hugging(view: 1, .horizontal), .compressionResistance(view: 1, .horizontal),
      .constraint(0), .constraint(1),
    ])
  let system = lowered.system
  let cells = system.cells(of: 9)
  #expect(system.columns[cells].map(Int.init) == [1, 3, 5, 7])
  #expect(
    system.exactCoefficients[cells].map(\.description) == ["-1", "-1/3", "1", "1"])
  #expect(system.relations[9] == .lessThanOrEqual)
  #expect(system.strengths[9] == Strength(750))
  let layout = lowered.layout(
    from: Solution(values: [0, 0, 320, 480, 8, 10, 100, 20]), rounded: false)
  #expect(layout.frames[1] == .init(x: 8, y: 10, width: 100, height: 20))
}
