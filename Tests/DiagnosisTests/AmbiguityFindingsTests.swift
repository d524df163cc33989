// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import ExactNumerics
import Foundation
import LayoutGenerators
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Testing

@testable import Diagnosis

@Suite("Diagnosis: conflicts, ambiguities, ties")
struct AmbiguityFindingsTests {
  /// Returns a scene of the corpus without its expectation.
  private func scene(_ name: String) throws -> LayoutCase {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpus/scenes")
    let data = try Data(contentsOf: folder.appendingPathComponent("\(name).case.json"))
    var layoutCase = try CaseFile.decode([UInt8](data), file: name)
    layoutCase.expectation = nil
    return layoutCase
  }

  private func findings(_ layoutCase: LayoutCase) throws -> [LayoutFinding] {
    try ScreenDiagnosis(of: DiagnosedCase(layoutCase)).findings
  }

  private func messages(_ name: String) throws -> [String] {
    try findings(try scene(name)).map { "\($0.rule.id): \($0.message)" }
  }

  @Test(
    "S2: without the helper both views are named, with it none is open, and too wide is a conflict"
  )
  func centredPair() throws {
    #expect(try messages("s2-centred-pair") == [])
    #expect(
      try messages("s2-centred-pair-without-helper") == [
        "ambiguous: image needs a constraint for its x position; label follows it"
      ])
    let conflict = try #require(try findings(try scene("s2-centred-pair-too-wide")).first)
    #expect(conflict.rule == .conflict)
    #expect(conflict.details.contains("gap: H:[image]-(8)-[label]"))
    #expect(conflict.details.contains("root.width == 320  (system: the size of the root view)"))
    #expect(conflict.details.contains("  take out gap, or lower it to priority 999"))
    #expect(conflict.details.contains("  change image-width from == to <="))
  }

  @Test(
    "constraints of equal priority that compete for a size are named, with a change that decides")
  func competingConstraints() throws {
    var views = PinnedViews()
    views.add("p", .view, 10, 20, 100, 50)
    views.layoutCase.constraints[2].priority = 999
    views.pin(1, .width, to: nil, 200)
    views.layoutCase.constraints[4].priority = 999
    let found = try findings(views.layoutCase)
    let finding = try #require(found.first)
    #expect(found.count == 1 && finding.rule == .ambiguous && finding.severity == .error)
    #expect(
      finding.message
        == "the width of p is open: c3 and c5 compete with equal priority 999")
    #expect(finding.details.prefix(2) == ["c3: p.width == 100 @999", "c5: p.width == 200 @999"])
    #expect(finding.wording?.fixes == ["c3: lower to priority 998"])
    // Unequal priorities decide, and a size without any constraint needs one.
    views.layoutCase.constraints[4].priority = 998
    #expect(try findings(views.layoutCase).isEmpty)
    views.layoutCase.constraints.removeSubrange(2...2)
    views.layoutCase.constraints.removeLast()
    #expect(
      try findings(views.layoutCase).map(\.message) == ["p needs a constraint for its width"])
  }

  @Test("S3: the open parts of a scroll view's content are described in words")
  func scrolledLabel() throws {
    #expect(try messages("s3-scrolled-label") == [])
    #expect(try messages("s4-content-by-multiplier") == [])
    #expect(
      try messages("s3-scrolled-label-half") == [
        "scroll-content-size: the content height of scroll is open"
      ])
    #expect(
      try messages("s3-scrolled-label-free") == [
        "ambiguous: label needs constraints for its x position and y position",
        "scroll-content-size: the content width of scroll is open",
        "scroll-content-size: the content height of scroll is open",
      ])
  }

  @Test("an empty scroll view has no finding about its content")
  func emptyScrollView() throws {
    var views = PinnedViews()
    views.add("scroll", .scrollView, 0, 0, 100, 100)
    #expect(try views.told() == [])
  }

  @Test(
    "S5: the trap is a conflict with translated constraints, fixed by switching translation off")
  func autoresizingTrap() throws {
    let finding = try #require(try findings(try scene("s5-autoresizing-trap")).first)
    #expect(finding.rule == .conflict)
    #expect(finding.details.contains { $0.contains("(translated from autoresizing h=") })
    #expect(
      finding.details.last
        == "  switch translatesAutoresizingMaskIntoConstraints off for logo")
    #expect(try messages("s5-logo-and-description") == [])
  }

  @Test("every suggested fix leaves satisfiable required constraints")
  func curesHold() throws {
    var views = PinnedViews()
    let a = views.add("a", .view, 0, 0, 100, 50)
    views.pin(a, .width, to: nil, 120)
    views.pin(a, .width, to: nil, 90, .lessThanOrEqual)
    let finding = try #require(try findings(views.layoutCase).first)
    // 100 and 120 contradict each other, and so do 120 and 90, 100 and 90.
    #expect(
      finding.details.last
        == "no single change of these constraints fixes the screen: whichever is changed, others"
        + " contradict the rest")
    views.layoutCase.constraints.removeLast()
    let cured = try #require(try findings(views.layoutCase).first)
    #expect(
      Array(cured.details.suffix(6))
        == [
          "  take out c3, or lower it to priority 999", "  change c3 from == to >=",
          "  take out c5, or lower it to priority 999", "  change c5 from == to <=",
        ].suffix(6) || cured.details.contains("  change c3 from == to >="))
    #expect(!cured.details.contains("  change c3 from == to <="))
  }

  /// Returns a case with two labels side by side in the root, without constraints on their widths.
  private func labels(hugging: (Priority, Priority), widths: (LayoutNumber, LayoutNumber))
    -> LayoutCase
  {
    var views = PinnedViews()
    let a = views.add("a", 0, 0, 0, 50)
    let b = views.add("b", 0, 0, 0, 50)
    var layoutCase = views.layoutCase
    layoutCase.constraints.removeAll { $0.first.attribute == .width }
    layoutCase.constraints.removeAll { $0.first == Anchor(.view(b), .left) }
    layoutCase.constraints += [
      LayoutConstraint(
        id: "between", first: Anchor(.view(b), .left), second: Anchor(.view(a), .right)),
      LayoutConstraint(
        id: "end", first: Anchor(.view(b), .right), second: Anchor(.view(0), .right)),
    ]
    layoutCase.views[a].intrinsicWidth = widths.0
    layoutCase.views[b].intrinsicWidth = widths.1
    layoutCase.views[a].hugging.horizontal = hugging.0
    layoutCase.views[b].hugging.horizontal = hugging.1
    return layoutCase
  }

  @Test("equal hugging is a tie if both must stretch; not if one is lower, nor if both fit")
  func tie() throws {
    let tied = try findings(labels(hugging: (251, 251), widths: (100, 100)))
    #expect(tied.map(\.rule) == [.priorityTie])
    #expect(
      tied.first?.message
        == "a and b hug their width with equal priority 251, and not all of them can")
    #expect(
      tied.first?.details.last
        == "raising the horizontal hugging priority of a by 1 decides it, as solving again shows")
    #expect(try findings(labels(hugging: (251, 250), widths: (100, 100))).isEmpty)
    #expect(try findings(labels(hugging: (251, 251), widths: (100, 220))).isEmpty)
  }

  @Test("ties of one priority in two rows are two findings, each with its own deciding constraint")
  func separateTies() throws {
    var layoutCase = labels(hugging: (251, 251), widths: (100, 100))
    let copy = labels(hugging: (251, 251), widths: (100, 100))
    // A second, unrelated row of two labels.
    layoutCase.views += copy.views.dropFirst().map { view in
      var other = view
      other.id += "2"
      return other
    }
    func moved(_ anchor: Anchor) -> Anchor {
      guard case .view(let view) = anchor.item, view > 0 else { return anchor }
      return Anchor(.view(view + 2), anchor.attribute)
    }
    layoutCase.constraints += copy.constraints.map { constraint in
      var other = constraint
      other.id += "2"
      other.first = moved(constraint.first)
      other.second = constraint.second.map(moved)
      return other
    }
    let tied = try findings(layoutCase)
    #expect(tied.map(\.rule) == [.priorityTie, .priorityTie])
    #expect(tied.map(\.key.objects) == [["a", "b"], ["a2", "b2"]])
    #expect(tied.map { $0.details.last?.contains("raising the horizontal") } == [true, true])
    // One constraint between the rows joins the two ties.
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "same", first: Anchor(.view(1), .width), second: Anchor(.view(3), .width)))
    #expect(try findings(layoutCase).map(\.key.objects) == [["a", "b", "a2", "b2"]])
  }

  @Test("the suggested constraints settle everything, and none of them can be left out")
  func gapsAreEnough() throws {
    let seed: UInt64 = 20_261_121
    var generator = Xoshiro256(seed: seed)
    var seen = 0
    for number in 0..<60 {
      let views = 1 + Int(generator.next() % 4)
      var pinned = PinnedViews()
      for view in 1...views { pinned.add("v\(view)", .view, 10, LayoutNumber(60 * view), 40, 40) }
      // Leaves some views open, and ties some to others.
      var layoutCase = pinned.layoutCase
      layoutCase.constraints = layoutCase.constraints.filter { _ in generator.next() % 3 != 0 }
      if views > 1, generator.next() % 2 == 0 {
        layoutCase.constraints.append(
          LayoutConstraint(
            id: "tie", first: Anchor(.view(1), .left), relation: .greaterThanOrEqual,
            second: Anchor(.view(2), .left)))
      }
      let lowered = lower(layoutCase)
      let answer = try ExactOracle.solve(lowered.system)
      guard let optimum = answer.optimum, !optimum.isUnique else { continue }
      let missing = try MissingConstraints(optimum, of: lowered)
      guard missing.rest.isEmpty else { continue }
      seen += 1
      var system = lowered.system
      for (index, gap) in missing.gaps.enumerated() {
        let before = try ExactOracle.solve(system)
        #expect(
          before.optimum?.isUnique == false, "seed \(seed), case \(number), gap \(index)")
        system.addConstraint(gap.part.terms, .equal, gap.part.value(at: optimum.point))
      }
      let after = try ExactOracle.solve(system)
      #expect(after.optimum?.isUnique == true, "seed \(seed), case \(number)")
    }
    #expect(seen > 20, "only \(seen) ambiguous cases")
  }
}
