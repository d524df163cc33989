// SPDX-License-Identifier: MIT

import Display
import Foundation
import TestSupport
import Testing

@Suite("Words of a shell")
struct ShellWordTests {
  private static let texts =
    HostileTexts.texts + [
      "", "-n", "--", "=ls", "~", "a b", "x'\u{301};touch PWNED;'\u{301}", "\u{1B}[31m-x", "\n\n",
      "a\n",
      "\\0123\n7", "%s\u{202E}%%", "!!\u{7F}", "\u{1F468}\u{200D}\u{1F469}", "é", "e\u{301}",
    ]

  /// Returns the arguments that a shell parses from words.
  ///
  /// Without the shell it skips the test.
  private func arguments(_ words: [String], by shell: String) throws -> [[UInt8]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let folder = try TestFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appendingPathComponent("script")
    try Data(words.map { "printf '%s\\0' \($0)\n" }.joined().utf8).write(to: script)
    process.arguments = [shell, script.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      try Test.cancel("\(shell) is not installed, so it reads no words")
    }
    return data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }

  @Test("a shell reads a quoted word as the text", arguments: ["sh", "bash", "dash", "zsh"])
  func roundTrip(shell: String) throws {
    // A program's argument cannot contain a zero byte. In zsh, $IFS ends with a zero byte, and
    // represents a line break at the end of a word.
    let texts = Self.texts.filter {
      !$0.utf8.contains(0) && !(shell == "zsh" && $0.utf8.last == UInt8(ascii: "\n"))
    }
    for quote in [ShellWord.quoted, ShellWord.literal] {
      let read = try arguments(texts.map(quote), by: shell)
      try #require(read.count == texts.count)
      for (text, bytes) in zip(texts, read) {
        #expect(bytes == Array(text.utf8), "\(Array(text.unicodeScalars))")
      }
    }
  }

  @Test("no command reads a printed path as an option", arguments: ["sh", "bash"])
  func paths(shell: String) throws {
    let texts = Self.texts.filter { !$0.utf8.contains(0) && !$0.isEmpty }
    let paths = texts + texts.flatMap { ["-" + $0, "--" + $0, "-\($0)/x", "./" + $0] } + ["-"]
    let read = try arguments(paths.map(ShellWord.path), by: shell)
    try #require(read.count == paths.count)
    for (path, bytes) in zip(paths, read) {
      #expect(bytes.first != UInt8(ascii: "-"), "\(path)")
      // The same file by a name that may begin with the folder.
      let name =
        bytes.starts(with: Array("./".utf8)) && !path.hasPrefix("./")
        ? Array(bytes.dropFirst(2)) : bytes
      #expect(name == Array(path.utf8), "\(path)")
    }
    #expect(ShellWord.path("a/-b") == "a/-b" && ShellWord.path("-") == "./-")
  }

  @Test("a printed word has one line, and no character of it steers a terminal")
  func printable() {
    for text in Self.texts {
      let word = ShellWord.quoted(text)
      #expect(ShownText.line(word) == word, "\(Array(text.unicodeScalars))")
    }
    #expect(ShellWord.quoted("a/b-c.json") == "a/b-c.json")
    #expect(ShellWord.quoted("a b") == "'a b'")
  }
}
