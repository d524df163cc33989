// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import ToolSupport

/// The programs of findings that were not replayed, since the command line does not give them.
struct MissingPrograms {
  private struct Program {
    /// The name; nil without a finding.
    let name: String?
    /// The option that gives the program.
    let option: String
    var count: Int
  }

  /// The option for a program without a finding.
  private let fallback: String
  private var programs: [Program] = []

  init(fallback: String) {
    self.fallback = fallback
  }

  /// Counts a script by the record of its finding; nil without one.
  mutating func add(_ record: FindingRecord?) {
    if let index = programs.firstIndex(where: { $0.name == record?.accused }) {
      programs[index].count += 1
    } else {
      programs.append(
        Program(name: record?.accused, option: record?.programOption ?? fallback, count: 1))
    }
  }

  /// Returns the numbers of scripts and the command that replays them; empty without any.
  ///
  /// `operands` are the files and folders with the scripts.
  func lines(_ operands: [String]) -> [String] {
    if programs.isEmpty { return [] }
    let counts = programs.map { program in
      "\(program.name.map { "\($0): " } ?? "")\(ShownNumber.counted(program.count, "script"))"
        + " not replayed"
    }
    let words = operands.map(ShellWord.path) + programs.map(\.option)
    return (counts.sorted() + ["  fix: layoutfuzz replay \(words.joined(separator: " "))"])
      .map { Printable.line($0) }
  }
}
