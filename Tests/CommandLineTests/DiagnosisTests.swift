// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import JSON
import LayoutModel
import TestSupport
import Testing

@Suite("Command line: check and solve", .serialized, .waitsForProcesses)
struct DiagnosisTests {
  /// Returns a case file of the root with one view `a`, and the given constraints on the width of
  /// `a`.
  private func file(_ constraints: [(LayoutConstraint.Relation, LayoutNumber)]) -> String {
    func pin(_ id: String, _ attribute: Attribute, _ constant: LayoutNumber?) -> LayoutConstraint {
      LayoutConstraint(
        id: id, first: Anchor(.view(1), attribute),
        second: constant == nil ? Anchor(.view(0), attribute) : nil, constant: constant ?? 0)
    }
    let widths = constraints.enumerated().map { index, width in
      LayoutConstraint(
        id: "w\(index + 1)", first: Anchor(.view(1), .width), relation: width.0, constant: width.1)
    }
    let layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0)],
      constraints: [pin("x", .left, nil), pin("y", .top, nil), pin("h", .height, 20)] + widths)
    return String(decoding: CaseFile.encode(layoutCase), as: UTF8.self)
  }

  @Test("check finds a conflict with its minimal set, and an ambiguity with its views")
  func check() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": file([(.equal, 100)]), "b.case.json": file([(.equal, 100), (.equal, 50)]),
      "c.case.json": file([(.greaterThanOrEqual, 100)]),
    ])
    #expect(try ToolRun(["check", "a.case.json"], in: folder).status == 0)
    let run = try ToolRun(["check", ".", "--json"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let json = try run.json()
    #expect(json["files"]?.int == 3)
    let findings = json["findings"]?.array ?? []
    #expect(findings.map { $0["rule"]?.string } == ["conflict", "ambiguous"])
    #expect(findings.first?["involved"]?.array == ["w1", "w2"])
    #expect(findings.last?["involved"]?.array == ["a"])
    let text = try ToolRun(["check", "b.case.json"], in: folder)
    #expect(text.status == 1)
    #expect(text.output.contains("b.case.json: error: required constraints conflict"))
    #expect(text.output.contains("w1: a.width == 100"))
  }

  @Test("check continues after an unusable file of a folder, and names it")
  func partlyUsable() throws {
    let folder = try TemporaryFolder.make([
      "a.case.json": file([(.equal, 100)]), "b.case.json": "nonsense",
    ])
    let run = try ToolRun(["check", folder.path, "--json"])
    // The damaged file is a finding, too.
    #expect(run.status == 1)
    #expect(run.error.contains("b.case.json:1:1: error: "))
    #expect(try run.json()["skipped"]?.array?.count == 1)
    #expect(try run.json()["findings"]?.array?.map { $0["rule"]?.string } == ["unreadable"])
    #expect(try ToolRun(["check", "a.case.json", "b.case.json"], in: folder).status == 65)
  }

  @Test("solve gives the frames of every view, exactly and by each strategy")
  func solve() throws {
    let folder = try TemporaryFolder.make(["a.case.json": file([(.equal, 100)])])
    let run = try ToolRun(["solve", "a.case.json", "--json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let json = try run.json()
    #expect(json["exact"]?["status"]?.string == "unique")
    let expected: JSONValue = ["view": "a", "x": 0, "y": 0, "width": 100, "height": 20]
    #expect(json["exact"]?["frames"]?.array?.last == expected)
    let strategies = json["strategies"]?.array ?? []
    #expect(strategies.compactMap { $0["name"]?.string } == ["simplex", "relaxation", "naive"])
    #expect(strategies.allSatisfy { $0["verdict"]?.string == "pass" })
    let text = try ToolRun(["solve", "a.case.json"], in: folder)
    #expect(text.output.hasPrefix("a.case.json: unique layout\n\nexact frame "))
    #expect(text.output.contains("\nsimplex, relaxation, naive  optimal, same frames\n"))
  }

  @Test("a strategy with a wrong answer makes solve end with a finding")
  func wrongStrategy() throws {
    let folder = try TemporaryFolder.make([
      "b.case.json": file([(.equal, 100), (.equal, 50)])
    ])
    let run = try ToolRun(
      ["solve", "b.case.json", "--strategies", "simplex.conflictNotMinimal,simplex"], in: folder)
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("conflict\n  w1: a.width == 100\n  w2: a.width == 50\n"))
    #expect(run.output.contains("\nsimplex                     infeasible, same conflict\n"))
  }

  @Test("views nested 10,000 deep pass check and solve", arguments: ["check", "solve"])
  func deep(command: String) throws {
    var views = [View(id: "root", parent: nil)]
    for depth in 1...10_000 { views.append(View(id: "v\(depth)", parent: depth - 1)) }
    let layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)), views: views)
    let text = String(decoding: CaseFile.encode(layoutCase), as: UTF8.self)
    let folder = try TemporaryFolder.make(["deep.case.json": text])
    let run = try ToolRun([command, "deep.case.json", "--json"], in: folder)
    #expect(run.status == 0 || run.status == 1, "\(run.status): \(run.error.prefix(500))")
    _ = try run.json()
  }
}
