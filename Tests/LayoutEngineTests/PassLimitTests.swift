// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import LinearModel
import Solvers
import Synchronization
import Testing

/// Checks that all passes of a layout share one limit.
///
/// In earlier versions each pass had the whole limit.
struct PassLimitTests {
  /// A record of the limits that it is given, and of the work done.
  private final class Record: Sendable {
    let passes = Mutex<[(limit: Int, work: Int)]>([])
  }

  private struct RecordingSolver: Solver {
    let name = "recording"
    let record: Record

    func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
      let result = SimplexSolver().solve(system, limit: limit)
      record.passes.withLock { $0.append((limit.cellOperations, result.work.spent)) }
      return result
    }
  }

  /// Returns a collection view with many items that size themselves by texts, and labels that wrap.
  ///
  /// The items are measured before the passes of the screen.
  private static func screen(items: Int, labels: Int) -> LayoutCase {
    var scene = TextScene(width: 320)
    var collection = View(id: "grid", parent: 0, kind: .collectionView)
    collection.flow = FlowGrid(itemSize: .fitting)
    let grid = scene.add(collection)
    scene.pinSides(grid)
    scene.constrain(grid, .top, .equal, 0)
    scene.constrain(grid, .height, .equal, constant: 400)
    for number in 0..<items {
      let item = scene.add(View(id: "item\(number)", parent: grid))
      let words = String(repeating: "word ", count: number % 7 + 1)
      let label = scene.label("in\(number)", TextContent(words), parent: item)
      scene.pinSides(label, to: item, inset: 4)
      scene.constrain(label, .top, .equal, item, constant: 4)
      scene.constrain(item, .bottom, .equal, label, constant: 4)
    }
    var above = grid
    for number in 0..<labels {
      var text = TextContent(String(repeating: "many words ", count: number % 11 + 4))
      text.lineLimit = 0
      let label = scene.label("label\(number)", text, parent: 0)
      scene.pinSides(label, inset: LayoutNumber(number % 5))
      scene.constrain(label, .top, .equal, above, .bottom)
      above = label
    }
    return scene.layoutCase
  }

  private static func settle(
    _ layoutCase: LayoutCase, limit: WorkLimit = .standard
  ) -> (settled: SettledLayout, passes: [(limit: Int, work: Int)]) {
    let record = Record()
    let settled = LayoutEngine.settle(
      layoutCase, solver: RecordingSolver(record: record), limit: limit)
    return (settled, record.passes.withLock { $0 })
  }

  @Test("the limit of a pass is the rest that earlier passes and the items of grids leave")
  func shared() {
    let (settled, passes) = Self.settle(Self.screen(items: 60, labels: 40))
    #expect(passes.count > settled.passes, "the items have passes of their own")
    #expect(settled.passes > 1)
    var left = WorkLimit.standard.cellOperations
    for pass in passes {
      #expect(pass.limit == left)
      #expect(pass.work > 1_000)
      left -= pass.work
    }
    #expect(settled.spent == WorkLimit.standard.cellOperations - left)
  }

  @Test(
    "a layout ends if all passes together exceed a limit that each pass keeps", arguments: 1...9)
  func spent(tenths: Int) {
    let screen = Self.screen(items: 60, labels: 40)
    let (whole, all) = Self.settle(screen)
    let limit = whole.spent * tenths / 10
    let (settled, passes) = Self.settle(screen, limit: WorkLimit(cellOperations: limit))
    #expect(settled.result.outcome == .gaveUp(.workLimit))
    #expect(settled.spent < whole.spent)
    if tenths == 9 { #expect(all.allSatisfy { $0.work < limit }) }
    var left = limit
    for pass in passes {
      #expect(pass.limit == max(0, left))
      left -= pass.work
    }
  }

  @Test("a layout whose first pass uses all work ends with that pass")
  func first() {
    let (scene, _, _, _) = TextPassTests.articleCell(width: 320, preferredWidth: nil)
    let (settled, passes) = Self.settle(scene.layoutCase, limit: WorkLimit(cellOperations: 1))
    #expect(settled.result.outcome == .gaveUp(.workLimit))
    #expect(passes.dropFirst().allSatisfy { $0.limit == 0 })
  }
}
