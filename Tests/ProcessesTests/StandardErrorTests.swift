// SPDX-License-Identifier: MIT

import Choices
import Display
import Processes
import TestSupport
import Testing

@testable import Processes

@Suite("Standard error of processes that end", .waitsForProcesses)
struct StandardErrorTests {
  private static let pieces: [[UInt8]] = [
    Array("\u{1B}[2J".utf8), Array("\u{202E}gpj.exe".utf8), [0], [0xFF, 0xFE, 0xC3],
    Array("\n".utf8),
    Array("\r\n".utf8), Array("\t".utf8), Array("Fatal error: no".utf8), Array("==77==ERROR".utf8),
    Array("0x00007fabcdef0123".utf8), Array("```\n</pre><script>".utf8), Array("\u{2028}".utf8),
    Array(String(repeating: "long ", count: 4000).utf8),
    Array(String(repeating: "\u{7}", count: 9000).utf8), Array("e\u{301}\u{1F600}".utf8),
  ]

  private static func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0 != "\n" && ShownText.isSteering($0.value) }
  }

  @Test("for any output of a process, the file is short, harmless, and reads back unchanged")
  func hostile() {
    let outputs = Generator.drawn { draws in
      (draws.list(0...11) { $0.pick(Self.pieces) }.flatMap { $0 }, draws.chance())
    }
    forAll(outputs, count: 1_500, floor: 75) { bytes, isCut in
      guard let errors = StandardError(bytes, isCut: isCut, process: 77) else {
        return .notApplicable
      }
      let text = String(decoding: errors.encoded, as: UTF8.self)
      try claim(!Self.steers(text), "steers a terminal: \(text.debugDescription)")
      try claim(
        errors.encoded.count <= StandardError.bytesMax + 100, "\(errors.encoded.count) bytes")
      try claim(!text.contains("0x00007f") && !text.contains("==77=="), "has addresses: \(text)")
      try claim(!isCut || errors.isCut || errors.lines.count == 1, "the cut is not mentioned")
      try claim(StandardError(file: errors.encoded)?.encoded, is: errors.encoded)
      try claim(
        !Self.steers(errors.section), "steers a terminal: \(errors.section.debugDescription)")
      // No line of it ends its code block.
      let block = errors.section.split(separator: "\n").dropFirst(2)
      return .when(block.allSatisfy { $0.hasPrefix("    ") }, else: errors.section.debugDescription)
    }
  }

  @Test("the last whole lines are kept, and omitted ones are mentioned")
  func cut() throws {
    let lines = (0..<10_000).map { "line \($0)" }
    let errors = try #require(StandardError(lines.joined(separator: "\n").utf8))
    #expect(errors.isCut)
    #expect(errors.lines == Array(lines.suffix(errors.lines.count)))
    #expect(errors.lines.reduce(0) { $0 + $1.utf8.count + 1 } > StandardError.bytesMax - 20)
    let text = String(decoding: errors.encoded, as: UTF8.self)
    #expect(text.hasPrefix("(what came before is left out)\nline "))
    // The beginning of the first line is missing.
    let tail = try #require(StandardError("ne 1\nline 2\n".utf8, isCut: true))
    #expect(tail.lines == ["line 2"])
    let one = try #require(StandardError(String(repeating: "x", count: 50_000).utf8))
    #expect(one.lines.count == 1 && one.lines[0].hasPrefix("...xx") && one.isCut)
  }

  @Test("texts that differ between runs are replaced in the same way each time")
  func stable() throws {
    let text = "==4711==ERROR: at pc 0x55d0c0ffee01 +0x1f4 14711 thread 4711\n"
    let errors = try #require(StandardError(text.utf8, process: 4711))
    #expect(errors.lines == ["==PID==ERROR: at pc 0x... +0x1f4 14711 thread PID"])
  }

  @Test(
    "the process identifier is replaced where it is named as one",
    arguments: [
      "==4711==ERROR", "[4711] end", "at 12:00 host tool[4711]: end", "(pid 4711)", "pid=4711",
      "pid: 4711", "PID 4711 ends", "Process 4711 stopped", "process id 4711", "process: 4711, x",
      "thread 'main' (4711) panicked at x.rs:3:1", "tid=4711", "==4711== pid 4711, [4711]",
    ])
  func process(text: String) throws {
    let errors = try #require(StandardError(text.utf8, process: 4711))
    #expect(errors.lines == [text.replacing("4711", with: "PID")])
  }

  @Test(
    "a number that equals the process identifier by chance is kept",
    arguments: [
      "solver.swift:4711: Fatal error", "solver.swift:12:4711: error", "at line 4711",
      "values[4711] is no number", "rows[0][4711]", "f()[4711]", "== 4711", "==4711", "4711==",
      "4711 rows", "in 4711.", "rapid 4711", "stupid=4711", "pid 47110", "pid 14711", "pid 4711x",
      "==47114711==", "x=4711", "x (4711) y", "main.rs:4711:5", "line 4711 of process 3",
    ])
  func otherNumbers(text: String) throws {
    let errors = try #require(StandardError(text.utf8, process: 4711))
    #expect(errors.lines == [text])
  }

  @Test("empty output gives no file", arguments: ["", "\n", " \r\n\t\n"])
  func empty(text: String) { #expect(StandardError(text.utf8) == nil) }
}
