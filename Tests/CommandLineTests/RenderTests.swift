// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: pictures and problems for optimizers", .waitsForProcesses)
struct RenderTests {
  private static let scene = "s1-photo-cell-0-of-320"

  private func scene() throws -> String {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpus/scenes")
    return folder.appendingPathComponent("\(Self.scene).case.json").path
  }

  @Test("a scene is drawn, and the file of another case is not overwritten")
  func drawn() throws {
    let folder = try TemporaryFolder.make()
    let run = try ToolRun(["render", scene(), "-o", "a.svg", "--strategy", "naive"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let svg = try String(contentsOf: folder.appendingPathComponent("a.svg"), encoding: .utf8)
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("naive (pass)"))
    let again = try ToolRun(["render", scene(), "-o", "a.svg"], in: folder)
    #expect(again.status == 64)
    #expect(again.error.contains("--force"))
    let picture = try ToolRun(["render", scene(), "-o", "a.png"], in: folder)
    #expect(picture.status == 64 && picture.error.contains("does not end in .svg"))
  }

  @Test("an ambiguous layout is drawn with a second solution that differs visibly")
  func ambiguous() throws {
    let folder = try TemporaryFolder.make()
    let text = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]},
       "views": [{"id": "root"}, {"id": "a", "parent": "root"}],
       "constraints": [
        {"id": "left", "first": "a.left", "relation": "==", "second": "root.left", "constant": 10},
        {"id": "top", "first": "a.top", "relation": "==", "second": "root.top", "constant": 20},
        {"id": "wide", "first": "a.width", "relation": "<=", "constant": 30},
        {"id": "high", "first": "a.height", "relation": "==", "constant": 40}]}
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("a.case.json"))
    let run = try ToolRun(["render", "a.case.json", "-o", "-"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let second = try #require(run.output.components(separatedBy: "<g class=\"second\">").last)
    let widths = second.matches(of: /<rect class="view" x="10" y="20" width="([\d.]+)"/)
    #expect(widths.count == 1, "\(run.output)")
    let width = try #require(widths.first.flatMap { Double($0.1) })
    #expect(width >= 8 && width <= 30, "\(run.output)")
  }

  @Test("a conflict is red, and one of its constraints is left out")
  func conflict() throws {
    let folder = try TemporaryFolder.make()
    let text = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]},
       "views": [{"id": "root"}, {"id": "a", "parent": "root"}],
       "constraints": [
        {"id": "left", "first": "a.left", "relation": "==", "second": "root.left", "constant": 10},
        {"id": "top", "first": "a.top", "relation": "==", "second": "root.top", "constant": 20},
        {"id": "wide", "first": "a.width", "relation": "==", "constant": 30},
        {"id": "high", "first": "a.height", "relation": "==", "constant": 40},
        {"id": "narrow", "first": "a.width", "relation": "==", "constant": 20}]}
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("a.case.json"))
    let run = try ToolRun(["render", "a.case.json", "-o", "-"], in: folder)
    #expect(run.status == 0)
    #expect(run.error.contains("narrow"), "\(run.error)")
    #expect(run.output.contains("<g class=\"violated\">"))
    #expect(run.output.contains("left out: narrow"))
  }

  @Test("an unused priority is reported with the used ones")
  func noSuchLevel() throws {
    let run = try ToolRun(["convert", scene(), "--to", "lp", "--level", "3", "-o", "-"])
    #expect(run.status == 64)
    #expect(run.error.contains("nothing has priority 3 here; there are: "), "\(run.error)")
    let other = try ToolRun(["convert", scene(), "--to", "vfl", "--level", "3", "-o", "-"])
    #expect(other.status == 64)
  }

  @Test(
    "all formats are written", arguments: ["lp", "mps", "smtlib", "uikit", "swift-test", "svg"])
  func formats(format: String) throws {
    let run = try ToolRun(["convert", scene(), "--to", format, "-o", "-"])
    #expect(run.status == 0, "\(run.error)")
    let words = [
      "lp": "Subject To", "mps": "ROWS", "smtlib": "(minimize", "uikit": "import UIKit",
      "swift-test": "import LayoutSolving", "svg": "<svg ",
    ]
    let word = words[format] ?? "?"
    #expect(run.output.contains(word))
  }

  @Test("source in UIKit has the content of the case, word by word")
  func uikit() throws {
    let folder = try TemporaryFolder.make()
    let text = """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]},
       "views": [{"id": "root"}, {"id": "next", "parent": "root", "intrinsicSize": [40, null]},
        {"id": "list", "parent": "root", "kind": "scrollView"},
        {"id": "li-st", "parent": "root", "hold": {"frame": [1, 2, 3, 4], "reason": "autoresizing"}}],
       "guides": [{"id": "class", "owner": "root"}, {"id": "list2", "owner": "list", "scroll": "content"}],
       "constraints": [
        {"id": "c1", "first": "next.leading", "relation": ">=", "second": "class.trailing",
         "multiplier": "1/3", "constant": 8, "priority": 750},
        {"id": "c2", "first": "next.width", "relation": "<=", "constant": 12.5},
        {"id": "c3", "first": "next.top", "relation": "==", "second": "list2.top"}]}
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("a.case.json"))
    let run = try ToolRun(["convert", "a.case.json", "--to", "uikit", "-o", "-"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    for part in Self.uikitParts { #expect(run.output.contains(part), "\(run.output)") }
  }

  private static let uikitParts = [
    """
      @MainActor private struct Items {
        let next = SizedView()
        let list = SizedScrollView()
        let list_2 = SizedView()
        let class_2 = UILayoutGuide()
      }

      private let items = Items()

    """,
    """
        items.next.naturalSize.width = 40.0
        items.next.setContentHuggingPriority(UILayoutPriority(rawValue: 250.0), for: .horizontal)
        items.next.setContentCompressionResistancePriority(UILayoutPriority(rawValue: 750.0), for: .horizontal)
        items.next.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(items.next)

    """,
    """
        items.list_2.frame = CGRect(x: 1.0, y: 2.0, width: 3.0, height: 4.0)
        items.list_2.autoresizingMask = []
        view.addSubview(items.list_2)

    """,
    """
        constraint = NSLayoutConstraint(
          item: items.next, attribute: .leading, relatedBy: .greaterThanOrEqual,
          toItem: items.class_2, attribute: .trailing,
          multiplier: 1.0 / 3.0, constant: 8.0)
        constraint.priority = UILayoutPriority(rawValue: 750.0)
        constraint.identifier = "c1"
        constraint.isActive = true
        constraint = NSLayoutConstraint(
          item: items.next, attribute: .width, relatedBy: .lessThanOrEqual,
          toItem: nil, attribute: .notAnAttribute,
          multiplier: 1.0, constant: 12.5)
        constraint.priority = UILayoutPriority(rawValue: 1000.0)
        constraint.identifier = "c2"
        constraint.isActive = true
        constraint = NSLayoutConstraint(
          item: items.next, attribute: .top, relatedBy: .equal,
          toItem: items.list.contentLayoutGuide, attribute: .top,
          multiplier: 1.0, constant: 0.0)
    """,
  ]
}
