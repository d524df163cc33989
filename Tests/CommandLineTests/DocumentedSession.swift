// SPDX-License-Identifier: MIT

import Foundation

/// A fenced block of a document whose first line begins with `$ `: commands and their output.
///
/// Lines with `$ ` are commands, and the lines below are their output on both streams. `...` stands
/// for any lines, within a line for any characters. The lines between two `...` are contiguous.
struct DocumentedSession {
  /// A command and its output according to the document.
  struct Step {
    let command: String
    fileprivate(set) var shown: [String] = []

    /// The number of lines of output that a run must print as the document shows them.
    var comparedCount: Int {
      shown.count(where: { $0 != "..." && !$0.allSatisfy(\.isWhitespace) })
    }

    /// Runs the command and returns its exit status with the printed lines.
    func run(in folder: URL) throws -> (status: Int32, lines: [String]) {
      let run = try ShellRun(command, in: folder, shell: "/bin/bash")
      // A busy machine prints a line of progress every ten seconds.
      let lines = run.output.components(separatedBy: "\n").filter {
        $0.wholeMatch(of: /[a-z]+: ([0-9]+ min )?[0-9.]+ s, still running/) == nil
          && $0.wholeMatch(of: /([0-9]+ min )?[0-9.]+ s  [0-9,]+ (of [0-9,]+ )?cases?  .*/) == nil
      }
      return (run.status, DocumentedSession.withoutLastEmpty(lines))
    }

    /// Whether the printed lines are those of the document.
    func matches(_ printed: [String]) -> Bool {
      DocumentedSession.matches(printed[...], DocumentedSession.withoutLastEmpty(shown)[...])
    }
  }

  /// A fenced block: the text after the fence in its line, and the lines.
  struct Block {
    let info: String
    var lines: [String] = []

    /// The block as a session; nil for other blocks.
    var session: DocumentedSession? {
      lines.first?.hasPrefix("$ ") == true ? DocumentedSession(lines) : nil
    }
  }

  private(set) var steps: [Step] = []

  private init(_ lines: [String]) {
    for line in lines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if !steps.isEmpty {
        steps[steps.count - 1].shown.append(line)
      }
    }
  }

  /// Returns the fenced blocks of a document.
  static func blocks(_ text: String) -> [Block] {
    var found: [Block] = []
    var open: Block?
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block = open { found.append(block) }
        open = open == nil ? Block(info: String(line.dropFirst(3))) : nil
      } else {
        open?.lines.append(line)
      }
    }
    return found
  }

  /// Returns a folder with the content of a checkout, except for files that commands write.
  static func workplace(of root: URL) throws -> URL {
    let folder = try TemporaryFolder.make()
    for name in ["Corpus", "scripts", "Sources", "Package.swift"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(name),
        withDestinationURL: root.appendingPathComponent(name))
    }
    return folder
  }

  private static func withoutLastEmpty(_ lines: [String]) -> [String] {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether the printed lines match those of a document, where `...` stands for any lines.
  private static func matches(_ printed: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "..." {
      return (printed.startIndex...printed.endIndex).contains {
        matches(printed[$0...], shown.dropFirst())
      }
    }
    guard let line = printed.first, matches(line, first) else { return false }
    return matches(printed.dropFirst(), shown.dropFirst())
  }

  /// Whether a printed line matches that of a document, where `...` stands for any characters.
  private static func matches(_ printed: String, _ shown: String) -> Bool {
    guard let gap = shown.range(of: "...") else { return printed == shown }
    let (start, end) = (shown[..<gap.lowerBound], shown[gap.upperBound...])
    return printed.count >= start.count + end.count && printed.hasPrefix(start)
      && printed.hasSuffix(end)
  }
}
