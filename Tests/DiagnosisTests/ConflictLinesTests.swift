// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering
import Testing

@testable import Diagnosis

@Suite("Diagnosis: the lines of a conflict contradict each other, and its fixes resolve it")
struct ConflictLinesTests {
  private func conflict(_ layoutCase: LayoutCase) throws -> LayoutFinding {
    let findings = try ScreenDiagnosis(of: DiagnosedCase(layoutCase)).findings
    return try #require(findings.first { $0.rule == .conflict })
  }

  /// Returns a case with `a` in the root, between two edges of which it can satisfy only the first.
  private func squeezed(
    _ top: Anchor, _ bottom: Anchor, _ constants: (LayoutNumber, LayoutNumber),
    guides: [Guide] = []
  ) -> LayoutCase {
    func isHorizontal(_ anchor: Anchor) -> Bool { anchor.attribute.kind == .horizontalLocation }
    let (low, high): (Attribute, Attribute) = isHorizontal(top) ? (.left, .right) : (.top, .bottom)
    return LayoutCase(
      environment: .init(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0)], guides: guides,
      constraints: [
        LayoutConstraint(
          id: "low", first: Anchor(.view(1), low), second: top, constant: constants.0),
        LayoutConstraint(
          id: "high", first: Anchor(.view(1), high), second: bottom, constant: constants.1),
      ])
  }

  @Test("an area, an inset guide and a strip are listed with the number that causes the conflict")
  func guides() throws {
    let safe = Guide(id: "safe", owner: 0, kind: .area(.safeArea))
    var layoutCase = squeezed(
      Anchor(.guide(0), .top), Anchor(.view(0), .top), (8, 90), guides: [safe])
    layoutCase.environment.safeArea.top = 100
    #expect(
      try conflict(layoutCase).details.prefix(4) == [
        "a.height >= 0  (system: no size is negative)", "low: a.top == root.safeArea.top + 8",
        "high: a.bottom == root.top + 90",
        "root.safeArea.top == root.top + 100  (system: safe area of the device)",
      ])
    layoutCase.environment.safeArea.top = 0
    layoutCase.guides[0].kind = .inset(LayoutInsets(top: 83, left: 0, bottom: 0, right: 0))
    #expect(
      try conflict(layoutCase).details.contains(
        "safe.top == root.top + 83  (insets of the guide)"))
    layoutCase.guides[0].kind = .topStrip(100)
    layoutCase.constraints[0].second = Anchor(.guide(0), .bottom)
    #expect(
      try conflict(layoutCase).details.contains("safe.height == 100  (height of the guide)"))
    layoutCase.guides[0].kind = .bottomStrip(460)
    layoutCase.constraints[0].second = Anchor(.guide(0), .centerY)
    #expect(
      try conflict(layoutCase).details.contains("safe.height == 460  (height of the guide)"))
  }

  @Test("margins are listed with their numbers, on the side that follows from the direction")
  func margins() throws {
    var layoutCase = squeezed(
      Anchor(.view(0), .leftMargin), Anchor(.view(0), .left), (0, 10))
    layoutCase.views[0].margins = LayoutInsets(top: 1, left: 20, bottom: 3, right: 4)
    #expect(
      try conflict(layoutCase).details.contains(
        "root.leftMargin == root.left + 20  (system: layout margins)"))
    layoutCase.environment.direction = .rightToLeft
    layoutCase.views[0].margins = LayoutInsets(top: 1, left: 4, bottom: 3, right: 20)
    layoutCase.constraints = [
      LayoutConstraint(
        id: "low", first: Anchor(.view(1), .leading), second: Anchor(.view(0), .leadingMargin)),
      LayoutConstraint(
        id: "high", first: Anchor(.view(1), .trailing), second: Anchor(.view(0), .leading),
        constant: 10),
    ]
    #expect(
      try conflict(layoutCase).details.contains(
        "root.rightMargin == root.right - 20  (system: layout margins)"))
  }

  @Test("a baseline is listed once, with its depth")
  func baselines() throws {
    var layoutCase = squeezed(
      Anchor(.view(0), .top), Anchor(.view(0), .top), (0, 10))
    layoutCase.views[1].intrinsicHeight = 20
    layoutCase.views[1].firstBaselineOffset = 15
    layoutCase.constraints[1].first = Anchor(.view(1), .firstBaseline)
    #expect(
      try conflict(layoutCase).details.filter { $0.contains("baseline of") } == [
        "a.firstBaseline == a.top + 15  (baseline of its content)"
      ])
  }

  @Test("lowering a content priority at 1000 is a suggested fix if it helps")
  func contentPriorities() throws {
    var views = PinnedViews()
    let a = views.add("a", 0, 0, 100, 50)
    views.layoutCase.views[a].intrinsicWidth = 120
    views.layoutCase.views[a].compressionResistance.horizontal = .required
    #expect(
      try conflict(views.layoutCase).details.contains(
        "  lower the horizontal compression resistance of a to 999"))
    views.layoutCase.views[a].intrinsicWidth = 80
    views.layoutCase.views[a].hugging.horizontal = .required
    let details = try conflict(views.layoutCase).details
    #expect(details.contains("  lower the horizontal hugging of a to 999"))
    #expect(!details.contains("  lower the horizontal compression resistance of a to 999"))
    // Another conflict elsewhere has a finding of its own, and each has its fixes.
    views.add("b", 0, 100, 100, 50)
    views.pin(2, .width, to: nil, 50)
    let two = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings
    #expect(two.map(\.rule) == [.conflict, .conflict])
    #expect(
      Set(two.map { Set($0.details.prefix(2)) }) == [
        ["a hugs its width 80 @1000  (content size)", "c3: a.width == 100"],
        ["c7: b.width == 100", "c9: b.width == 50"],
      ])
    for finding in two {
      #expect(
        finding.details.last == "1 other conflict of the screen stays: see the findings about it")
      #expect(
        finding.details.contains("possible fixes, each ends this conflict alone (verified):"))
      #expect(finding.wording?.fixes.isEmpty == false && finding.wording?.unfixed == nil)
    }
    let other = two.first { $0.key.objects.contains("c9") }
    #expect(
      other?.wording?.fixes == [
        "c7: remove, lower to priority 999, or change == to <=",
        "c9: remove, lower to priority 999, or change == to >=",
      ])
  }

  @Test("a fix of one conflict does not make another one with the constraints of the others")
  func connectedConflicts() throws {
    var views = PinnedViews()
    let a = views.add("a", .view, 0, 0, 100, 50)
    views.pin(a, .width, to: nil, 120)
    let b = views.add("b", .view, 0, 100, 100, 50)
    views.pin(b, .width, to: nil, 90)
    // The views are equally wide: 100 and 100 can hold together, and no other pair.
    views.pin(a, .width, to: b, 0)
    let findings = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings
    for finding in findings where finding.rule == .conflict {
      for fix in finding.wording?.fixes ?? [] {
        #expect(!fix.hasPrefix("c3") && !fix.hasPrefix("c8"), "\(fix)")
      }
    }
  }
}
