// SPDX-License-Identifier: MIT

import Testing

/// Checks the size of modules, and the dependencies of folders inside of one module.
@Suite("Modules and their folders")
struct ModuleShapeTests {
  private static let linesMax = 9_000

  @Test("no module exceeds the limit of lines")
  func sizes() throws {
    let modules = Dictionary(grouping: SourceTree.swiftFiles(in: "Sources"), by: \.target)
    #expect(modules.count >= 30)
    for (name, files) in modules.sorted(by: { $0.key < $1.key }) {
      let lines = files.reduce(0) { $0 + $1.lines.count - 1 }
      #expect(lines <= Self.linesMax, "\(name) has \(lines) lines")
    }
    // What differs between systems was not run on all of them, so that it must stay small.
    let platform = try #require(modules["Platform"])
    #expect(platform.reduce(0) { $0 + $1.lines.count - 1 } <= 485)
    for file in platform {
      #expect(file.lines.count <= 100, "\(file.path)")
    }
  }

  /// The pairs of folders of one module that use each other both ways, with the reason.
  private static let pairs: Set<Set<String>> = [
    // A cell's fitting size needs the whole engine, and the engine lays out flows of cells.
    ["Sources/LayoutEngine", "Sources/LayoutEngine/Collections"],
    // A proportional stack asks texts for their widths, and the engine expands stacks.
    ["Sources/LayoutEngine", "Sources/LayoutEngine/Stacks"],
    // The session hands its rows to the simplex method and keeps the reduced system between calls.
    ["Sources/LayoutSolving", "Sources/LayoutSolving/Simplex"],
  ]

  @Test("folders of one module use each other one way, except for three pairs")
  func folders() throws {
    let uses = try Self.uses()
    var found: Set<Set<String>> = []
    for (folder, others) in uses {
      for other in others where uses[other]?.contains(folder) ?? false {
        found.insert([folder, other])
      }
    }
    #expect(found == Self.pairs)
  }

  /// Returns the folders of the same module whose types the files of a folder name, by folder.
  private static func uses() throws -> [String: Set<String>] {
    let files = SourceTree.swiftFiles(in: "Sources")
    var homes: [String: String] = [:]
    let declaration =
      /^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w+)/
    for file in files {
      for line in file.codeLines {
        guard let name = declaredType(line, declaration) else { continue }
        homes["\(file.target).\(name)"] = folder(of: file)
      }
    }
    var uses: [String: Set<String>] = [:]
    for file in files {
      let own = folder(of: file)
      for word in words(of: file) {
        guard let other = homes["\(file.target).\(word)"], other != own else { continue }
        uses[own, default: []].insert(other)
      }
    }
    return uses
  }

  /// Returns the type that a line declares for all files of its module; nil if it declares none.
  private static func declaredType(
    _ line: String, _ declaration: Regex<(Substring, Substring)>
  ) -> Substring? {
    guard let first = line.utf8.first, first != UInt8(ascii: " ") else { return nil }
    return line.firstMatch(of: declaration)?.1
  }

  /// Returns the words of a file's code.
  private static func words(of file: SourceTree.File) -> Set<String> {
    var words: Set<String> = []
    for line in file.codeLines {
      for word in line.utf8.split(whereSeparator: { !isLetter($0) }) {
        words.insert(String(decoding: word, as: UTF8.self))
      }
    }
    return words
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      return true
    default: return false
    }
  }

  private static func folder(of file: SourceTree.File) -> String {
    file.path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
