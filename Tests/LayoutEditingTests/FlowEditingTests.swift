// SPDX-License-Identifier: MIT

import Choices
import LayoutEditing
import LayoutModel
import Lowering
import Oracles
import Solvers
import Testing

@testable import Judging

/// Edits layouts with collection views that place their items (AUTOLAYOUT 8.10 to 8.13).
@Suite struct FlowEditingTests {
  private let editor = LayoutEditor(solver: SimplexSolver())

  /// A random grid in its own root.
  private struct Grid {
    var layoutCase: LayoutCase
    private var random: Xoshiro256

    /// Generates a random grid.
    ///
    /// - Parameters:
    ///   - seed: the seed of all choices.
    ///   - isOpen: whether the height of the collection view has no constraint.
    init(seed: UInt64, isOpen: Bool) {
      random = Xoshiro256(seed: seed)
      layoutCase = LayoutCase(
        environment: .init(size: LayoutSize(width: 320, height: 480), scale: 2),
        views: [View(id: "root", parent: nil), View(id: "grid", parent: 0, kind: .collectionView)])
      if below(2) == 0 { layoutCase.environment.direction = .rightToLeft }
      let isFitting = below(2) == 0
      layoutCase.views[1].flow = FlowGrid(
        scrollDirection: below(3) == 0 ? .horizontal : .vertical,
        itemSize: isFitting ? .fitting : .fixed(LayoutSize(width: length(90), height: length(60))),
        lineSpacing: length(20), itemSpacing: length(20),
        insets: LayoutInsets(top: length(9), left: length(9), bottom: length(9), right: length(9)))
      pin(1, .leading, to: 0, length(30))
      pin(1, .trailing, to: 0, LayoutNumber(-below(30)))
      pin(1, .top, to: 0, length(30))
      if !isOpen { pin(1, .height, to: nil, LayoutNumber(below(400))) }
      for _ in 0..<(1 + below(9)) { addItem(isFitting: isFitting) }
      if below(2) == 0 { addNeighbour() }
    }

    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private mutating func length(_ limit: Int) -> LayoutNumber {
      LayoutNumber(digits: Int64(below(2 * limit) * 5), scale: 1)
    }

    private mutating func pin(
      _ view: Int, _ attribute: Attribute, to other: Int?, _ constant: LayoutNumber
    ) {
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "c\(layoutCase.constraints.count)", first: Anchor(.view(view), attribute),
          second: other.map { Anchor(.view($0), attribute) }, constant: constant))
    }

    /// Adds an item with a label, which determines its size if items size themselves.
    private mutating func addItem(isFitting: Bool) {
      let item = layoutCase.views.count
      layoutCase.views.append(View(id: "item\(item)", parent: 1))
      var label = View(id: "label\(item)", parent: item, kind: .label)
      (label.intrinsicWidth, label.intrinsicHeight) = (length(80), length(40))
      layoutCase.views.append(label)
      pin(item + 1, .leading, to: item, length(9))
      pin(item + 1, .top, to: item, length(9))
      guard isFitting else { return }
      pin(item, .trailing, to: item + 1, length(9))
      pin(item, .bottom, to: item + 1, length(9))
    }

    /// Adds a view beside the grid that follows an item wherever the flow places it.
    private mutating func addNeighbour() {
      let view = layoutCase.views.count
      layoutCase.views.append(View(id: "neighbour", parent: 0, kind: .imageView))
      for attribute in [Attribute.left, .top, .width, .height] {
        pin(view, attribute, to: view - 2, length(20))
      }
    }
  }

  private func answer(to layoutCase: LayoutCase) throws -> (LoweredCase, ExactAnswer) {
    let lowered = CaseRunner.plain(layoutCase)
    return (lowered, try ExactOracle.solve(lowered.system))
  }

  private func frames(of layoutCase: LayoutCase) throws -> [ExactFrame]? {
    let (lowered, answer) = try answer(to: layoutCase)
    return answer.optimum.map { optimum in
      layoutCase.views.indices.map { lowered.exactFrame(of: $0, at: optimum.point) }
    }
  }

  @Test("after freezing a grid its frames are unchanged, and no constraint contradicts the flow")
  func freezing() throws {
    var fixed = 0
    for seed in UInt64(1)...60 {
      let layoutCase = Grid(seed: seed, isOpen: false).layoutCase
      let before = try #require(try frames(of: layoutCase), "seed \(seed)")
      let frozen = try editor.freezingFrames(of: layoutCase)
      #expect(frozen.isValid, "seed \(seed)")
      #expect(try frames(of: frozen) == before, "seed \(seed)")
      // Again, with only the pins.
      #expect(try frames(of: editor.freezingFrames(of: frozen)) == before, "seed \(seed)")
      if case .fixed = layoutCase.views[1].flow?.itemSize { fixed += 1 }
      var alone = frozen
      alone.constraints.removeFirst(layoutCase.constraints.count)
      #expect(try frames(of: alone) == before, "seed \(seed)")
    }
    #expect(fixed >= 15, "\(fixed)")
  }

  @Test(
    "adding missing constraints around a grid makes the layout unique; clearing removes them all")
  func addingMissing() throws {
    for seed in UInt64(1)...40 {
      var layoutCase = Grid(seed: seed, isOpen: true).layoutCase
      if seed % 2 == 0 {
        layoutCase.views[1].recordedFrame = LayoutRect(x: 10, y: 10, width: 300, height: 250)
      }
      let edited = try editor.addingMissingConstraints(to: layoutCase)
      #expect(edited.isValid, "seed \(seed)")
      #expect(try answer(to: edited).1.optimum?.isUnique == true, "seed \(seed)")
      let added = edited.constraints.dropFirst(layoutCase.constraints.count)
      #expect(added.map(\.first) == [Anchor(.view(1), .height)], "seed \(seed)")
      if seed % 2 == 0 { #expect(added.first?.constant == 250, "seed \(seed)") }
      let cleared = editor.clearingConstraints(of: edited)
      #expect(cleared.constraints.isEmpty)
      #expect(try answer(to: cleared).1.optimum != nil, "seed \(seed)")
    }
  }
}
