// SPDX-License-Identifier: MIT

import Testing

@testable import LayoutModel

/// Checks the size of a view: a document may have 65,000 views, and each layout pass has its own
/// copy.
@Suite("The memory of a view")
struct ViewSizeTests {
  @Test("a view takes at most 112 bytes, and its references to rare parts 192")
  func size() {
    #expect(MemoryLayout<View>.stride <= 112)
    #expect(MemoryLayout<ViewRareParts.Values>.size <= 192)
  }

  @Test("a default that is set is the same as none")
  func defaults() {
    var view = View(id: "a", parent: nil)
    view.margins = LayoutInsets(top: 1, left: 2, bottom: 3, right: 4)
    view.alignmentInsets = LayoutInsets(top: 0, left: 0, bottom: 0, right: 1)
    view.firstBaselineOffset = 3
    #expect(view.margins.bottom == 3 && view.alignmentInsets.right == 1)
    view.margins = .defaultMargins
    view.alignmentInsets = .zero
    #expect(view != View(id: "a", parent: nil))
    view.firstBaselineOffset = nil
    #expect(view == View(id: "a", parent: nil) && view.rareParts == nil)
  }

  @Test("parts in separate memory are compared by their contents")
  func boxed() {
    var (one, other) = (View(id: "a", parent: nil), View(id: "a", parent: nil))
    one.flow = FlowGrid(itemSize: .fitting)
    one.annotations = ViewAnnotations(label: "title")
    #expect(one != other)
    other.annotations = ViewAnnotations(label: "title")
    other.flow = FlowGrid(itemSize: .fitting)
    #expect(one == other && one.hashValue == other.hashValue)
    other.flow = nil
    #expect(one != other && other.flow == nil && other.annotations == one.annotations)
    one.flow = nil
    one.annotations = nil
    #expect(one == View(id: "a", parent: nil))
  }
}
