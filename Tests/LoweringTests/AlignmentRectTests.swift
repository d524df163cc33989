// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel
import Lowering
import Testing

@Test("a frame is the alignment rectangle moved out by constants, and moving in restores it")
func alignmentRectangles() throws {
  // The insets named in the facts (AUTOLAYOUT 3.3): none, switch, slider, segments; and all
  // different.
  let samples = [
    LayoutInsets.zero, LayoutInsets(top: 0, left: 0, bottom: 0, right: 2),
    LayoutInsets(top: 0, left: 2, bottom: 1, right: 2),
    LayoutInsets(top: 0, left: 0, bottom: 1, right: 0),
    LayoutInsets(top: 1, left: 2, bottom: 4, right: 8),
  ]
  for outer in samples {
    for inner in samples {
      var views = [
        View(id: "root", parent: nil), View(id: "a", parent: 0), View(id: "b", parent: 1),
      ]
      views[1].alignmentInsets = outer
      views[2].alignmentInsets = inner
      let lowered = lower(
        LayoutCase(environment: .init(size: LayoutSize(width: 99, height: 99)), views: views))
      // Alignment rectangles in the root's space, with any integers.
      let rectangles = [[0, 0, 99, 99], [10, 20, 70, 60], [15, 27, 31, 33]].map {
        $0.map(Double.init)
      }
      let layout = lowered.layout(
        from: Solution(values: rectangles.flatMap(\.self)), rounded: false)
      var origin = (x: 0.0, y: 0.0)
      for index in views.indices {
        let frame = layout.frames[index]
        let insets = views[index].alignmentInsets
        // Back from the frame, through the superviews' frames.
        origin = (origin.x + frame.x, origin.y + frame.y)
        let back = [
          origin.x + insets.left.doubleValue, origin.y + insets.top.doubleValue,
          frame.width - insets.left.doubleValue - insets.right.doubleValue,
          frame.height - insets.top.doubleValue - insets.bottom.doubleValue,
        ]
        #expect(back == rectangles[index], "view \(index)")
      }
    }
  }
}
