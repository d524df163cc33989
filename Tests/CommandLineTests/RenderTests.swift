// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("Command line: pictures and problems for optimizers")
struct RenderTests {
  private static let scene = "s1-photo-cell-0-of-320"

  private func scene() throws -> String {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpus/scenes")
    return folder.appendingPathComponent("\(Self.scene).case.json").path
  }

  @Test("a scene is drawn, and the file of another case is not written over")
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
  }

  @Test("a priority that nothing has is named with those there are")
  func noSuchLevel() throws {
    let run = try ToolRun(["convert", scene(), "--to", "lp", "--level", "3", "-o", "-"])
    #expect(run.status == 64)
    #expect(run.error.contains("nothing has priority 3 here; there are: "), "\(run.error)")
    let other = try ToolRun(["convert", scene(), "--to", "vfl", "--level", "3", "-o", "-"])
    #expect(other.status == 64)
  }

  @Test("all four formats are written", arguments: ["lp", "mps", "smtlib", "uikit"])
  func formats(format: String) throws {
    let run = try ToolRun(["convert", scene(), "--to", format, "-o", "-"])
    #expect(run.status == 0, "\(run.error)")
    let word =
      ["lp": "Subject To", "mps": "ROWS", "smtlib": "(minimize", "uikit": "import UIKit"][format]
      ?? "?"
    #expect(run.output.contains(word))
  }
}
