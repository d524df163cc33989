// SPDX-License-Identifier: MIT

import LayoutEditing
import LayoutModel
import Lowering
import Oracles
import Solvers
import TestSupport
import Testing

@testable import Judging

/// Checks the guarantees of editing on generated cases and examples.
@Suite struct LayoutEditorTests {
  private let editor = LayoutEditor(solver: SimplexSolver())

  /// Returns cases of all profiles.
  private func cases(_ seed: UInt64, count: Int) throws -> [LayoutCase] {
    let source = CaseSource(seed: seed)
    return try (0..<count).map { try source.generate($0).layoutCase }
  }

  private func answer(to layoutCase: LayoutCase) throws -> (LoweredCase, ExactAnswer) {
    let lowered = CaseRunner.plain(layoutCase)
    return (lowered, try ExactOracle.solve(lowered.system))
  }

  private func frames(of layoutCase: LayoutCase) throws -> [ExactFrame] {
    let (lowered, answer) = try answer(to: layoutCase)
    let point = try #require(answer.optimum?.point)
    return layoutCase.views.indices.map { lowered.exactFrame(of: $0, at: point) }
  }

  @Test("after adding missing constraints the layout is unique, valid, and as good as before")
  func addingMissing() throws {
    var edits = 0
    let count = TestLength.choose(quick: 24, full: 70)
    for layoutCase in try cases(11, count: count) {
      guard let before = try? answer(to: layoutCase).1.optimum else { continue }
      let result = Result { () throws(LayoutEditError) in
        try editor.addingMissingConstraints(to: layoutCase)
      }
      if result == .failure(.limitReached) { continue }
      let edited = try result.get()
      edits += 1
      #expect(edited.isValid, "seed 11")
      let after = try #require(try answer(to: edited).1.optimum, "seed 11")
      #expect(after.isUnique, "seed 11: \(layoutCase.name ?? "")")
      #expect(after.levels.map(\.optimum) == before.levels.map(\.optimum), "seed 11")
      if before.isUnique { #expect(edited.constraints == layoutCase.constraints, "seed 11") }
    }
    #expect(2 * edits >= count, "\(edits)")
  }

  @Test("after freezing, the frames are unchanged and follow from the new constraints")
  func freezing() throws {
    var frozen = 0
    for layoutCase in try cases(12, count: 70) {
      guard let before = try? answer(to: layoutCase).1.optimum, before.isUnique else { continue }
      frozen += 1
      let edited = try editor.freezingFrames(of: layoutCase)
      #expect(edited.isValid, "seed 12")
      #expect(try frames(of: edited) == frames(of: layoutCase), "seed 12")
      // The pins alone determine them, too.
      var alone = edited
      alone.constraints.removeFirst(layoutCase.constraints.count)
      #expect(try frames(of: alone) == frames(of: layoutCase), "seed 12")
    }
    #expect(frozen >= 25, "\(frozen)")
  }

  @Test("clearing removes every constraint of the author, and updated frames are the solved ones")
  func clearingAndUpdating() throws {
    var updated = 0
    for layoutCase in try cases(13, count: 35) {
      #expect(editor.clearingConstraints(of: layoutCase).constraints.isEmpty)
      guard let before = try? answer(to: layoutCase).1.optimum, before.isUnique else { continue }
      updated += 1
      let edited = try editor.updatingFrames(of: layoutCase)
      #expect(edited.constraints == layoutCase.constraints)
      for (view, exact) in try frames(of: layoutCase).enumerated() {
        let recorded = try #require(edited.views[view].recordedFrame)
        // An edge moves by half a pixel at most, a size by one.
        #expect(abs(recorded.x.doubleValue - exact.x.doubleValue) < 0.51, "seed 13")
        #expect(abs(recorded.width.doubleValue - exact.width.doubleValue) < 1.01, "seed 13")
      }
    }
    #expect(updated >= 12, "\(updated)")
  }

  /// Returns a root of 100 by 100 points with two views, the second of which is not placed.
  private func twoViews() -> LayoutCase {
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0), View(id: "b", parent: 0)])
    for (attribute, value) in [(Attribute.leading, 10), (.top, 20)] {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "a.\(attribute)", first: Anchor(.view(1), attribute),
          second: Anchor(.view(0), attribute), constant: LayoutNumber(value)))
    }
    layoutCase.views[1].intrinsicWidth = 30
    layoutCase.views[1].intrinsicHeight = 40
    layoutCase.views[2].recordedFrame = LayoutRect(x: 50, y: 60, width: 7, height: 8)
    return layoutCase
  }

  @Test("missing constraints pin a view at its recorded place in the document")
  func recordedFrame() throws {
    let edited = try editor.addingMissingConstraints(to: twoViews())
    #expect(edited.constraints.count == 6)
    #expect(
      edited.constraints.suffix(4).map { "\($0.first.attribute) \($0.constant.text)" }.sorted()
        == ["height 8", "leading 50", "top 60", "width 7"])
  }

  @Test("independently free views are pinned together, each by no more than it needs")
  func manyFreeViews() throws {
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil)])
    let count = 320
    for number in 1...count { layoutCase.views.append(View(id: "v\(number)", parent: 0)) }
    // Every fourth view is tied to the one before, so placing one places both.
    for number in stride(from: 4, through: count, by: 4) {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "t\(number)", first: Anchor(.view(number), .leading),
          second: Anchor(.view(number - 1), .trailing)))
    }
    let edited = try editor.addingMissingConstraints(to: layoutCase)
    #expect(edited.constraints.count == 4 * count)
    #expect(try answer(to: edited).1.optimum?.isUnique == true)
  }

  @Test("only the selected views are frozen, cleared or updated")
  func chosenViews() throws {
    let frozen = try editor.freezingFrames(of: twoViews(), views: [1])
    #expect(frozen.constraints.suffix(4).allSatisfy { $0.first.item == .view(1) })
    #expect(frozen.constraints.count == 6)
    #expect(editor.clearingConstraints(of: frozen, views: [2]).constraints.count == 6)
    #expect(editor.clearingConstraints(of: frozen, views: [1]).constraints.isEmpty)
    let updated = try editor.updatingFrames(of: twoViews(), views: [1])
    #expect(updated.views[1].recordedFrame == LayoutRect(x: 10, y: 20, width: 30, height: 40))
    #expect(updated.views[0].recordedFrame == nil)
  }

  @Test("the content of a scroll view is pinned through its content guide")
  func scrollContent() throws {
    var layoutCase = twoViews()
    layoutCase.views[2].kind = .scrollView
    let edited = try editor.addingMissingConstraints(to: layoutCase)
    #expect(edited.guides.map(\.kind) == [.scrollContent])
    #expect(try answer(to: edited).1.optimum?.isUnique == true)
  }

  @Test("a frame beyond the numbers of a case is refused, not written")
  func tooLarge() {
    var view = View(id: "v", parent: 0)
    view.alignmentInsets.left = 999_999_999_999
    view.alignmentInsets.right = 5
    let layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 100, height: 5)),
      views: [View(id: "root", parent: nil), view])
    #expect(layoutCase.isValid)
    #expect(throws: LayoutEditError.self) { try editor.updatingFrames(of: layoutCase) }
  }

  @Test("a conflict has no layout to edit")
  func conflict() throws {
    var layoutCase = twoViews()
    for (index, value) in [10, 20].enumerated() {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "w\(index)", first: Anchor(.view(2), .width), constant: LayoutNumber(value)))
    }
    #expect(throws: LayoutEditError.noLayout) { try editor.freezingFrames(of: layoutCase) }
    #expect(throws: LayoutEditError.noLayout) {
      try editor.addingMissingConstraints(to: layoutCase)
    }
  }
}
