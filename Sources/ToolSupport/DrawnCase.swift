// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import Judging
import LayoutModel
import LinearModel
import Oracles
import Reporting

/// A screen or case with the drawing of its layout.
package struct DrawnCase {
  package let drawing: LayoutDrawing
  /// The ids of constraints left out of the layout, because they contradict others; empty without a
  /// conflict.
  package let broken: [String]

  /// The largest number of constraints left out one by one because they contradict others, as Auto
  /// Layout does at run time.
  ///
  /// Each needs an exact solution, so a case with only conflicts would take a minute.
  private static let brokenMax = 50

  /// - Parameters:
  ///   - layoutCase: the case that is drawn.
  ///   - label: the name of the case in messages.
  ///   - strategy: the strategy whose layout is drawn over the exact one; nil for none.
  ///   - emphasis: ids of the views and constraints of a finding. These views stand out, and only
  ///     these constraints and those of conflicts are drawn. Nil draws all constraints and
  ///     emphasizes no view.
  /// - Throws: when the exact oracle gives up, or no constraint can be left out of a conflict.
  package init(
    _ layoutCase: LayoutCase, label: String, strategy: Strategy?, emphasis: Set<String>? = nil
  ) throws(CommandFailure) {
    let plain = CaseRunner.plain(layoutCase).layoutCase
    var drawn = plain
    var conflicting = Set<String>()
    var broken: [String] = []
    var record = try Self.run(drawn, strategy, label)
    while record.answer?.isFeasible == false {
      let conflict = try Self.conflict(record)
      conflicting.formUnion(conflict.map { drawn.constraints[$0].id })
      guard let victim = conflict.last else {
        throw .badInput(at: label, "it contradicts itself whatever constraint is left out")
      }
      guard broken.count < Self.brokenMax else {
        throw .badInput(
          at: label, "more than \(Self.brokenMax) constraints would have to be left out")
      }
      broken.append(drawn.constraints[victim].id)
      drawn = drawn.removing(constraints: [victim])
      record = try Self.run(drawn, strategy, label)
    }
    guard let optimum = record.answer?.optimum else {
      throw .badInput(at: label, "\(OracleLimit.standard.sentence)")
    }
    self.broken = broken
    let exact = record.lowered.layout(
      from: Solution(values: optimum.point.map(\.doubleValue)), rounded: false)
    guard exact.frames.allSatisfy(\.isFinite) else {
      throw .badInput(
        at: label, "a frame is beyond the largest double: there is no picture of such a layout")
    }
    let main = LayoutDrawing.Layer(title: "exact", rects: exact.placedRects(in: drawn))
    let other = record.strategies.first.flatMap { answer in
      answer.result.outcome.solution.map { solution in
        LayoutDrawing.Layer(
          title: answer.strategy,
          rects: record.lowered.layout(from: solution, rounded: false).placedRects(in: drawn))
      }
    }
    var second: LayoutDrawing.Layer?
    // The picture of a finding has lines only for the constraints of the finding.
    if emphasis == nil, case .ambiguous(let witness) = optimum.uniqueness {
      let values = Self.stretched(
        witness.map(\.doubleValue), from: optimum.point.map(\.doubleValue),
        in: record.lowered.system, upTo: max(exact.frames[0].width, exact.frames[0].height) / 2)
      let layout = record.lowered.layout(from: Solution(values: values), rounded: false)
      second = .init(title: "as good", rects: layout.placedRects(in: drawn))
    }
    var marks: [Int: LayoutDrawing.Mark] = [:]
    for (index, constraint) in plain.constraints.enumerated() {
      if conflicting.contains(constraint.id) {
        marks[index] = .violated
      } else if emphasis?.contains(constraint.id) ?? true {
        marks[index] = .plain
      }
    }
    let found = plain.views.indices.filter { emphasis?.contains(plain.views[$0].id) == true }
    drawing = LayoutDrawing(
      plain, title: Self.title(label, plain, broken, record), main: main, other: other,
      second: second, marks: marks, emphasis: Set(found))
  }

  /// Returns the drawing of one finding: its views and constraints stand out, and the picture is
  /// cropped to them.
  ///
  /// `subjects` are ids of its views and constraints, among those of `emphasis`.
  package func drawing(of subjects: Set<String>) -> LayoutDrawing {
    var drawing = drawing
    let plain = drawing.layoutCase
    drawing.marks = drawing.marks.filter { subjects.contains(plain.constraints[$0.key].id) }
    var views = Set(plain.views.indices.filter { subjects.contains(plain.views[$0].id) })
    for index in drawing.marks.keys {
      let constraint = plain.constraints[index]
      for case .view(let view)? in [constraint.first.item, constraint.second?.item] where view > 0 {
        views.insert(view)
      }
    }
    drawing.emphasis = views
    drawing.cropToFinding()
    return drawing
  }

  /// The screen and its visible views as a picture of a few pixels.
  package var thumbnail: Thumbnail {
    let views = drawing.layoutCase.views
    var isVisible = [Bool](repeating: true, count: views.count)
    for (index, view) in views.enumerated() {
      isVisible[index] = !view.isHidden && view.parent.map { isVisible[$0] } != false
    }
    let rects = drawing.main.rects.enumerated().compactMap { index, rect in
      index > 0 && isVisible[index] ? rect : nil
    }
    let root = drawing.main.rects.first.flatMap(\.self)
    return Thumbnail(root: root ?? PlacedRect(x: 0, y: 0, width: 1, height: 1), views: rects)
  }

  /// Prints the constraints left out of the layout on standard error.
  package func complainOfBroken(_ label: String) {
    for id in broken {
      Console.note(
        "layoutfuzz: \(Printable.line(label)): note: left out of the layout, because it"
          + " contradicts others: \(Printable.line(id))")
    }
  }

  private static func title(
    _ label: String, _ layoutCase: LayoutCase, _ broken: [String], _ record: CaseRecord
  ) -> String {
    var title =
      "\(label): \(ShownNumber.counted(layoutCase.views.count, "view")), "
      + ShownNumber.counted(layoutCase.constraints.count, "constraint")
    if !broken.isEmpty { title += "; left out: " + broken.joined(separator: ", ") }
    if record.answer?.optimum?.isUnique == false {
      title += "; one of several right layouts"
    }
    if let strategy = record.strategies.first {
      title += "; \(strategy.strategy) (\(strategy.verdict.name)) in broken lines where it differs"
    }
    return title
  }

  /// Returns a second layout moved away from the first one, along a line on which all are equally
  /// good.
  ///
  /// The second layout of the oracle may be a single point away, which is invisible.
  ///
  /// `reach` is the largest difference of any number from the first layout.
  private static func stretched(
    _ second: [Double], from first: [Double], in system: LinearSystem, upTo reach: Double
  ) -> [Double] {
    let best = system.objectives(at: first)
    let distance = zip(first, second).map { ($1 - $0).magnitude }.max() ?? 0
    var factor = 1024.0
    while factor > 1 {
      if factor * distance <= reach {
        let moved = zip(first, second).map { $0 + factor * ($1 - $0) }
        let holds = (0..<system.constraintCount).allSatisfy { row in
          !system.strengths[row].isRequired
            || !FindingPage.isBroken(by: system.violation(of: row, at: moved))
        }
        let isAsGood = zip(best, system.objectives(at: moved)).allSatisfy {
          !FindingPage.isBroken(by: $1.violation - $0.violation)
        }
        if holds, isAsGood { return moved }
      }
      factor /= 2
    }
    return second
  }

  private static func run(
    _ layoutCase: LayoutCase, _ strategy: Strategy?, _ label: String
  ) throws(CommandFailure) -> CaseRecord {
    do throws(InternalError) {
      return try CaseRunner(strategies: strategy.map { [$0] } ?? []).run(layoutCase)
    } catch {
      throw CommandFailure(.internalError, at: label, "\(error.message)")
    }
  }

  /// Returns the constraints of the case that belong to a conflict.
  private static func conflict(_ record: CaseRecord) throws(CommandFailure) -> [Int] {
    do throws(InternalError) {
      return try record.conflict().compactMap { row -> Int? in
        guard case .constraint(let index) = record.lowered.origins[row.index] else { return nil }
        return index
      }
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }
}
