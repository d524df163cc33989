// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks the style rules that no reviewer should have to repeat.
struct SourceStyleTests {
  /// The maximum of lines in a file; a longer one has two subjects.
  static let fileLinesMax = 500
  /// The maximum of lines in a function: control flow belongs in the parent, straight-line work in
  /// helpers.
  static let functionLinesMax = 70
  /// The maximum of columns in a comment; `swift format` checks the code.
  static let columnsMax = 100

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

  @Test("comments end by the same column as code")
  func commentWidth() {
    for file in SourceTree.allFiles {
      var isText = false
      for (number, line) in file.lines.enumerated() {
        if line.contains("\"\"\"") { isText.toggle() }
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        if !isText, isComment, line.count > Self.columnsMax {
          Issue.record("\(file.path):\(number + 1): \(line.count) columns")
        }
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

  @Test("tests write to folders that are removed when their process ends")
  func testFolders() {
    let banned = ["temporary" + "Directory", "NSTemporary" + "Directory", "mkd" + "temp"]
    for file in SourceTree.swiftFiles(in: "Tests") where file.target != "TestSupport" {
      for word in banned where file.text.contains(word) {
        Issue.record("\(file.path): \(word): use TestFolder")
      }
    }
  }

  @Test("searches in texts of inputs do not compare by Character")
  func characters() {
    let pattern =
      /\.(?:replacing|split\(separator:|firstIndex\(of:|lastIndex\(of:)[( ]?"['"`<>&%|\/]/
    for folder in ["CorpusStore", "Reporting", "CommandLineTable"] {
      for file in SourceTree.swiftFiles(in: "Sources") where file.target == folder {
        for (number, line) in file.lines.enumerated() where line.contains(pattern) {
          Issue.record("\(file.path):\(number + 1): use the scalars of the text")
        }
      }
    }
  }

  @Test("beginnings and ends of texts are compared by scalars in modules with such functions")
  func prefixes() {
    let targets = SourceTree.swiftFiles(in: "Sources").filter {
      $0.text.contains("import LayoutModel") || $0.target == "layoutfuzz"
    }.map(\.target)
    #expect(Set(targets).count > 5)
    for file in SourceTree.swiftFiles(in: "Sources") where targets.contains(file.target) {
      for (number, line) in file.codeLines.enumerated()
      where line.contains("hasPrefix(") || line.contains("hasSuffix(") {
        Issue.record("\(file.path):\(number + 1): use begins(with:) or ends(with:)")
      }
    }
  }

  @Test("the core uses no system randomness, no hash order and no clock")
  func determinism() {
    let banned = [
      "SystemRandomNumberGenerator", ".randomElement()", ".shuffled()", ".hashValue", " Hasher()",
      "Date()", "ContinuousClock", "SuspendingClock", "clock_gettime",
    ]
    // One file reads clocks for the tool and for benchmarks. A case key is only compared for
    // equality.
    let exempt = ["Platform/SystemClock.swift", "Diagnosis/CaseKey.swift"]
    for file in SourceTree.swiftFiles(in: "Sources")
    where file.target != "layoutfuzz" && !exempt.contains(where: file.path.hasSuffix) {
      for (number, line) in file.codeLines.enumerated() {
        for word in banned where line.contains(word) {
          Issue.record("\(file.path):\(number + 1): \(word)")
        }
      }
    }
  }

  @Test("only modules of processes, consoles, benchmarks and planted faults read the environment")
  func environment() {
    let words = ["processInfo.environment", "getenv(", "environmentValue(", "environment(of:"]
    let allowed: Set = ["BenchmarkKit", "Platform", "Processes", "ToolSupport", "layoutbench"]
    let faults = [
      "Checking/CheckFault.swift", "Checking/UnusedConstants.swift",
      "DocumentCampaigns/DocumentFault.swift",
    ]
    var readers: Set<String> = []
    for file in ["Sources", "Benchmarks"].flatMap(SourceTree.swiftFiles)
    where file.codeLines.contains(where: { line in words.contains(where: line.contains) }) {
      readers.insert(file.target)
      #expect(
        allowed.contains(file.target) || faults.contains(where: file.path.hasSuffix),
        "\(file.path)")
    }
    #expect(readers.isSuperset(of: allowed))
  }

  @Test("only Platform depends on the operating system")
  func systems() {
    let banned = [
      "Glibc", "Darwin", "os(Linux)", "os(macOS)", "__rlimit", "__rusage", "__priority",
      "clock_gettime", "getrusage", "fsync(", "posix_", "shm_open", "dlsym(", "prctl(", "mach_",
      "sysctl", "_NSGet", "proc_", "F_FULLFSYNC",
    ]
    // Both systems have this family of functions. Platform has the types and the flag in which they
    // differ.
    let shared = (name: "posix_spawn", file: "Processes/ProcessStart.swift")
    var uses = 0
    for file in ["Sources", "Benchmarks"].flatMap(SourceTree.swiftFiles)
    where file.target != "Platform" {
      let isSpawn = file.path.hasSuffix(shared.file)
      for (number, line) in file.codeLines.enumerated() {
        if isSpawn, line.contains(shared.name) { uses += 1 }
        let rest = isSpawn ? line.replacing(shared.name, with: "") : line
        for word in banned where rest.contains(word) {
          Issue.record("\(file.path):\(number + 1): \(word): use Platform")
        }
      }
      // Files of the system are in string literals, which the lines of code leave out.
      for (number, line) in file.lines.enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for folder in ["\"/proc/", "\"/sys/"] where line.contains(folder) {
          Issue.record("\(file.path):\(number + 1): \(folder): use Platform")
        }
      }
    }
    #expect(uses > 5, "\(shared.file) starts no process")
  }

  @Test("tests that need a part of Linux are skipped on other systems")
  func linuxTests() {
    let parts = ["/proc/", "/dev/full", "/dev/shm", "Processes.children("]
    // Parts of several tests, which read nothing there on other systems.
    let shared = [
      "CommandLineTests/Processes.swift", "CommandLineTests/ToolRun.swift",
      "ExternalSolversTests/FaultyAdapterTests.swift", "TidyTests/SourceStyleTests.swift",
    ]
    var users = 0
    for file in SourceTree.swiftFiles(in: "Tests")
    where !shared.contains(where: file.path.hasSuffix) {
      let code = file.lines.filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
      guard let part = parts.first(where: { part in code.contains { $0.contains(part) } }) else {
        continue
      }
      users += 1
      #expect(
        code.contains { $0.contains(".linuxOnly(") }, "\(file.path): \(part) without .linuxOnly")
    }
    #expect(users > 5, "no test needs a part of Linux")
  }

  @Test("files are read only by RegularFile, which waits for no pipe")
  func regularFiles() {
    let banned = [
      "contents(atPath:", "contentsOf" + "File:", "Data(contentsOf:", "String(contentsOf:",
      "fopen(", "forReading", "InputStream(",
    ]
    for file in ["Sources", "Benchmarks"].flatMap(SourceTree.swiftFiles)
    where !file.path.hasSuffix("RegularFiles/RegularFile.swift") {
      for (number, line) in file.codeLines.enumerated() {
        for word in banned where line.contains(word) && !line.contains("fileHandleForReading") {
          Issue.record("\(file.path):\(number + 1): \(word)")
        }
      }
    }
  }

  @Test("every type visible to other targets is documented")
  func packageTypesAreDocumented() {
    let declaration = /^\s*(?:package|public)\s+(?:final\s+)?(?:struct|enum|class|protocol|actor)\s/
    for file in SourceTree.swiftFiles(in: "Sources") {
      let lines = file.lines
      for (index, line) in lines.enumerated() {
        guard line.contains("package ") || line.contains("public "),
          line.firstMatch(of: declaration) != nil
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

  @Test("every source file defines something that its target uses or offers")
  func noEmptyFiles() {
    for file in SourceTree.swiftFiles(in: "Sources") {
      let code = file.codeLines.filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty }
      #expect(code.count >= 3, "\(file.path) is all but empty")
    }
  }
}
