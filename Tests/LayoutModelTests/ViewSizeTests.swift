// SPDX-License-Identifier: MIT

import Testing

@testable import LayoutModel

/// Checks the size of a view: a document may have 65,000 views, and each layout pass has its own
/// copy.
@Suite("The memory of a view")
struct ViewSizeTests {
  @Test("a view takes at most 900 bytes with a text and a stack, and 400 without")
  func size() {
    #expect(MemoryLayout<View>.stride <= 400)
    #expect(MemoryLayout<View>.stride + MemoryLayout<ViewRareParts.Values>.size <= 900)
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
