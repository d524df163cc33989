// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks that the samples in the README are the output of the tool.
struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The first words of the samples' first commands.
  private static let expected = ["layoutfuzz check", "layoutfuzz fuzz", "cat findings"]

  private static func readme() throws -> String {
    try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
  }

  /// Runs all samples in order in one folder: the later ones read the findings of the earlier ones.
  @Test("the README's samples are the printed results")
  func samples() throws {
    let sessions = DocumentedSession.blocks(try Self.readme()).compactMap(\.session)
    let commands = sessions.map { $0.steps[0].command }
    try #require(commands.count == Self.expected.count)
    for (command, start) in zip(commands, Self.expected) {
      #expect(command.hasPrefix(start + " ") || command.hasPrefix(start + "/"))
    }
    let folder = try DocumentedSession.workplace(of: Self.root)
    defer { try? FileManager.default.removeItem(at: folder) }
    var statuses: [Int32] = []
    for session in sessions {
      // A sample of omitted lines alone would match any output.
      #expect(session.steps.reduce(0) { $0 + $1.comparedCount } >= 6, "\(session.steps[0].command)")
      for step in session.steps {
        #expect(step.comparedCount > 0, "$ \(step.command)")
        let (status, printed) = try step.run(in: folder)
        statuses.append(status)
        #expect(step.matches(printed), "$ \(step.command)\n\(printed.joined(separator: "\n"))")
      }
    }
    #expect(statuses == [1, 1, 0, 1], "findings, findings, cat, still wrong")
  }

  @Test("a sample whose lines are changed, swapped or not contiguous does not match")
  func changedSamples() throws {
    func matches(_ shown: [String]) throws -> Bool {
      let text = (["```", "$ print"] + shown + ["```"]).joined(separator: "\n")
      let session = try #require(DocumentedSession.blocks(text).first?.session)
      return session.steps[0].matches(["one", "two", "three", "four"])
    }
    #expect(try matches(["one", "two", "three", "four"]))
    #expect(try matches(["one", "...", "four"]))
    #expect(try matches(["...", "two", "three", "..."]))
    #expect(try !matches(["...", "two", "four", "..."]))
    #expect(try !matches(["...", "three", "...", "two", "..."]))
    #expect(try !matches(["...", "five", "..."]))
    #expect(try !matches(["two", "..."]))
    #expect(try !matches(["...", "three"]))
    #expect(try !matches([]))
  }

  @Test("the README has at most 120 lines and 900 words")
  func size() throws {
    let text = try Self.readme()
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 120)
    #expect(text.split(whereSeparator: \.isWhitespace).count <= 900)
  }
}
