// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Style as a test: what a reviewer need not say.
struct SourceStyleTests {
  /// No file may be longer: a longer one holds two nouns.
  static let fileLinesMax = 500
  /// No function may be longer: control flow in the parent, straight-line work in helpers.
  static let functionLinesMax = 70

  @Test("every file names its licence")
  func licenceLine() {
    for file in SourceTree.allFiles {
      #expect(file.text.hasPrefix("// SPDX-License-Identifier: MIT\n"), "\(file.path)")
    }
  }

  @Test("files stay below the limit")
  func fileLength() {
    for file in SourceTree.allFiles {
      #expect(file.lines.count <= Self.fileLinesMax, "\(file.path): \(file.lines.count) lines")
    }
  }

  @Test("functions stay below the limit")
  func functionLength() {
    for file in SourceTree.allFiles {
      for function in SwiftCode.functions(in: file.codeLines)
      where function.lineCount > Self.functionLinesMax {
        Issue.record(
          "\(file.path):\(function.firstLine): \(function.name) has \(function.lineCount) lines")
      }
    }
  }

  @Test("no forced try, no forced cast, no left-over markers, no trailing space")
  func bannedText() {
    let banned = ["try" + "!", "as" + "!", "TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    for file in SourceTree.allFiles {
      for (number, line) in file.lines.enumerated() {
        for word in banned where line.contains(word) {
          Issue.record("\(file.path):\(number + 1): \(word)")
        }
        if line.last == " " { Issue.record("\(file.path):\(number + 1): trailing space") }
      }
    }
  }

  @Test("the core uses no system randomness, no hash order and no clock")
  func determinism() {
    let banned = [
      "SystemRandomNumberGenerator", ".randomElement()", ".shuffled()", ".hashValue", " Hasher()",
      "Date()", "ContinuousClock", "SuspendingClock", "clock_gettime",
    ]
    // The tool knows the time, and a stopwatch reads clocks.
    for file in SourceTree.swiftFiles(in: "Sources")
    where file.target != "layoutfuzz"
      && !file.path.hasSuffix("BenchmarkKit/Measurement/Stopwatch.swift")
    {
      for (number, line) in file.codeLines.enumerated() {
        for word in banned where line.contains(word) {
          Issue.record("\(file.path):\(number + 1): \(word)")
        }
      }
    }
  }

  @Test("every type that other targets see is documented")
  func packageTypesAreDocumented() {
    for file in SourceTree.swiftFiles(in: "Sources") {
      let lines = file.lines
      for (index, line) in lines.enumerated() {
        guard line.contains("package ") || line.contains("public "),
          line.firstMatch(
            of: /^\s*(?:package|public)\s+(?:final\s+)?(?:struct|enum|class|protocol|actor)\s/)
            != nil
        else { continue }
        var above = index - 1
        while above >= 0, lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("@") {
          above -= 1
        }
        let documented =
          above >= 0 && lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("///")
        #expect(documented, "\(file.path):\(index + 1): \(line)")
      }
    }
  }

  @Test("every source file defines something its target uses or offers")
  func noEmptyFiles() {
    for file in SourceTree.swiftFiles(in: "Sources") {
      let code = file.codeLines.filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
      #expect(code.count >= 3, "\(file.path) is all but empty")
    }
  }
}
