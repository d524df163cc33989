// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import ToolSupport

/// The programs of findings that were not replayed, since the command line does not give them.
struct MissingPrograms {
  private struct Program {
    /// The name; nil without a finding.
    let name: String?
    /// The option of programs of its kind, without a value.
    let kind: String
    /// The option that gives the program, as recorded with its first script.
    let option: String
    var count: Int
  }

  private var programs: [Program] = []

  /// Counts a script.
  ///
  /// - Parameters:
  ///   - record: the record of its finding; nil without one.
  ///   - kind: the option that gives such programs, without its value.
  mutating func add(_ record: FindingRecord?, kind: String) {
    // A name is given once for each kind of program.
    let known = programs.firstIndex { $0.name == record?.accused.name && $0.kind == kind }
    if let known {
      programs[known].count += 1
      return
    }
    programs.append(
      Program(
        name: record?.accused.name, kind: kind,
        option: record?.programOption ?? "\(kind) \(record?.accused.name ?? "NAME")=COMMAND",
        count: 1))
  }

  /// Returns the lines about the scripts.
  ///
  /// - Parameters:
  ///   - operands: the files and folders with the scripts.
  ///   - idle: the names of given programs that ran nothing.
  /// - Returns: the numbers of scripts and the command that replays them; empty without any.
  func lines(_ operands: [String], idle: [String]) -> [String] {
    if programs.isEmpty { return [] }
    let unused = idle.map { "\($0): given, but no finding here is about this name" }
    let counts = programs.map { program in
      "\(program.name.map { "\($0): " } ?? "")\(ShownNumber.counted(program.count, "script"))"
        + " not replayed"
    }
    let words = operands.map(ShellWord.path) + programs.map(\.option)
    return (unused + counts.sorted() + ["  fix: layoutfuzz replay \(words.joined(separator: " "))"])
      .map { Printable.line($0) }
  }
}
