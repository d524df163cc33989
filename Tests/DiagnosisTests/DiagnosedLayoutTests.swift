// SPDX-License-Identifier: MIT

import Choices
import LayoutEngine
import LayoutGenerators
import LayoutModel
import Lowering
import Solvers
import Testing

@testable import Diagnosis
@testable import Judging

@Suite("Diagnosis: names of what the passes of layout added")
struct DiagnosedLayoutTests {
  /// A stack view of 50 points with two views of 76 points, one of them wider than the root.
  private static let crowdedStack = LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)),
    views: {
      var stack = View(id: "stack", parent: 0, kind: .stackView)
      stack.stack = StackLayout(axis: .vertical, alignment: .center)
      return [
        View(id: "root", parent: nil), stack, View(id: "a", parent: 1), View(id: "b", parent: 1),
      ]
    }(),
    constraints: [
      LayoutConstraint(
        id: "left", first: Anchor(.view(1), .left), second: Anchor(.view(0), .left)),
      LayoutConstraint(
        id: "right", first: Anchor(.view(1), .right), second: Anchor(.view(0), .right)),
      LayoutConstraint(id: "top", first: Anchor(.view(1), .top), second: Anchor(.view(0), .top)),
      LayoutConstraint(id: "h", first: Anchor(.view(1), .height), constant: 50),
      LayoutConstraint(id: "ha", first: Anchor(.view(2), .height), constant: 76),
      LayoutConstraint(id: "hb", first: Anchor(.view(3), .height), constant: 76),
      LayoutConstraint(id: "wa", first: Anchor(.view(2), .width), constant: 400),
    ])

  @Test("a guide that a stack view made is named by its id in a conflict")
  func crowdedStack() throws {
    let explanation = try LayoutExplanation(of: DiagnosedCase(Self.crowdedStack))
    #expect(explanation.diagnosis.status == .conflict)
    let layout = explanation.diagnosis.layout
    let guides = Self.crowdedStack.guides.count..<layout.plain.guides.count
    #expect(!guides.isEmpty)
    for guide in guides {
      #expect(layout.name(of: .guide(guide)) == layout.plain.guides[guide].id)
    }
    let finding = try #require(explanation.diagnosis.findings.first { $0.rule == .conflict })
    #expect(finding.details.contains { $0.contains("made by the stack view") })
  }

  /// A generated case with more sizes and stack views, so that many constraints contradict each
  /// other.
  private func tightened(_ index: Int) throws -> LayoutCase {
    let profiles: [Profile] = [.idiomatic, .idiomatic, .conflicting, .ambiguous, .competing]
    let source = CaseSource(seed: 19, profile: profiles[index % profiles.count])
    var layoutCase = try source.generate(index).layoutCase
    var numbers = Xoshiro256(seed: UInt64(index))
    func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    let views = layoutCase.views.indices.dropFirst()
    for number in 0..<draw(0...3) where !views.isEmpty {
      let view = draw(views.startIndex...views.endIndex - 1)
      layoutCase.constraints.append(
        LayoutConstraint(
          id: "tight\(number)", first: Anchor(.view(view), draw(0...1) == 0 ? .width : .height),
          relation: draw(0...2) == 0 ? .lessThanOrEqual : .equal,
          constant: LayoutNumber(draw(1...500))))
    }
    let (alignments, distributions) = (
      StackLayout.Alignment.allCases, StackLayout.Distribution.allCases
    )
    // A stack view in the place of some views that contain others.
    for parent in Set(layoutCase.views.compactMap(\.parent)).sorted()
    where parent > 0 && draw(0...1) == 0 && layoutCase.views[parent].flow == nil {
      layoutCase.views[parent].kind = .stackView
      layoutCase.views[parent].stack = StackLayout(
        axis: draw(0...1) == 0 ? .vertical : .horizontal,
        distribution: distributions[draw(0...distributions.count - 1)],
        alignment: alignments[draw(0...alignments.count - 1)])
    }
    layoutCase.expectation = nil
    return layoutCase.isValid ? layoutCase : try source.generate(index).layoutCase
  }

  @Test("every item and constraint of a plain case has a name, whatever the passes added")
  func names() throws {
    var (conflicts, addedGuides) = (0, 0)
    for index in 0..<120 {
      let layoutCase = try tightened(index)
      let explanation = try LayoutExplanation(of: DiagnosedCase(layoutCase))
      let layout = explanation.diagnosis.layout
      let (own, plain) = (layout.diagnosed.layoutCase, layout.plain)
      #expect(plain.views.map(\.id) == own.views.map(\.id), "case \(index)")
      #expect(plain.guides.map(\.id).starts(with: own.guides.map(\.id)), "case \(index)")
      #expect(plain.guides.map(\.owner).starts(with: own.guides.map(\.owner)), "case \(index)")
      #expect(plain.constraints.map(\.id).starts(with: own.constraints.map(\.id)), "case \(index)")
      for origin in layout.lowered.origins { #expect(!layout.line(origin).isEmpty) }
      // As if all of it contradicted itself: whatever a conflict may hold.
      _ = layout.constantLines(layout.lowered.origins)
      for guide in plain.guides.indices { #expect(!layout.name(of: .guide(guide)).isEmpty) }
      addedGuides += plain.guides.count - own.guides.count
      if explanation.diagnosis.status == .conflict { conflicts += 1 }
    }
    #expect(conflicts > 20 && addedGuides > 20, "\(conflicts) conflicts, \(addedGuides) guides")
  }
}
