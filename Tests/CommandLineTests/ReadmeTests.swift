// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks that the samples in the README are the output of the tool.
struct ReadmeTests {
  /// Returns the arguments, the output and the case file of the README's sample of a mutant run.
  private func sample() throws -> (arguments: [String], output: [String], caseFile: String) {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let command = "$ swift run -c release layoutfuzz fuzz --strategies"
    let start = try #require(readme.range(of: command))
    let block = readme[start.lowerBound...].components(separatedBy: "```")
    let lines = block[0].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let arguments = lines[0].split(separator: " ").dropFirst(6).map(String.init)
    let file = try #require(block.first { $0.hasPrefix("json\n") }).dropFirst(5)
    return (Array(arguments), Array(lines.dropFirst()), String(file))
  }

  /// Returns the words of each line, without rates, job counts and table rules, which may differ
  /// between runs.
  private func comparable(_ lines: [String]) -> [String] {
    lines.filter { !$0.contains("cases/s") && !$0.hasSuffix("jobs") && !$0.hasSuffix("1 job") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test("the README's sample of a mutant run is the printed and stored result")
  func mutantSample() throws {
    let (arguments, output, caseFile) = try sample()
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try ToolRun(arguments, in: folder)
    #expect(run.status == 1)
    let printed = comparable(run.output.components(separatedBy: "\n"))
    #expect(printed == comparable(output))
    let stored = try #require(printed.last { $0.contains("layoutfuzz replay ") })
      .components(separatedBy: "layoutfuzz replay ")[1]
    let text = try String(contentsOf: folder.appendingPathComponent(stored), encoding: .utf8)
    #expect(text == caseFile)
  }

  @Test("the README's sample of a check is the printed result")
  func checkSample() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "$ layoutfuzz check "))
    let block = readme[start.lowerBound...].components(separatedBy: "\n```")[0]
    let lines = block.components(separatedBy: "\n")
    let run = try ToolRun(lines[0].split(separator: " ").dropFirst(2).map(String.init), in: root)
    #expect(run.status == 1)
    #expect(run.output == lines.dropFirst().joined(separator: "\n") + "\n")
  }
}
