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

  /// Pairs of texts that are canonically equal, and have other code units and widths.
  private static let equalTexts = [("\u{2260}", "=\u{338}"), ("\u{E9}", "e\u{301}")]

  @Test("a text is never replaced by a canonically equal one", arguments: equalTexts)
  func canonicallyEqualTexts(first: String, second: String) {
    for (old, new) in [(first, second), (second, first)] {
      var one = View(id: "a", parent: nil)
      one.text = TextContent(old)
      one.annotations = ViewAnnotations(label: old)
      var other = View(id: "a", parent: nil)
      other.text = TextContent(new)
      other.annotations = ViewAnnotations(label: new)
      #expect(one == other)
      one.shareRareParts(with: other)
      #expect(one.text.map { Array($0.string.utf8) } == Array(old.utf8))
      #expect(one.annotations?.label.map { Array($0.utf8) } == Array(old.utf8))
      one.text = other.text
      one.annotations = other.annotations
      #expect(one.text.map { Array($0.string.utf8) } == Array(new.utf8))
      #expect(one.annotations?.label.map { Array($0.utf8) } == Array(new.utf8))
    }
  }

  @Test("equal frames and holds of two views are stored once, and changed apart")
  func sharing() {
    func view() -> View {
      var view = View(id: "a", parent: 0)
      view.recordedFrame = LayoutRect(x: 1, y: 2, width: 3, height: 4)
      view.hold = View.Hold(
        frame: LayoutRect(x: 1, y: 2, width: 3, height: 4), reason: .fixedFrame)
      return view
    }
    var (one, other) = (view(), view())
    #expect(one.rareParts !== other.rareParts)
    one.shareRareParts(with: other)
    #expect(one.rareParts === other.rareParts)
    one.margins = .defaultMargins
    #expect(one.rareParts === other.rareParts, "nothing changes")
    one.hold = nil
    #expect(other == view() && one != other)
    one.shareRareParts(with: other)
    #expect(one.hold == nil)
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
