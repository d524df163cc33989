// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import JSON

/// The kind of a file that this project writes or reads, recognized by its content.
package enum OwnFile: Sendable, Hashable, CaseIterable {
  case document, layoutCase, certificate, script, engineScript, finding
  case campaign, plan, night, history, registry, knownIssues, baseline

  /// Recognizes a file.
  ///
  /// - Returns: nil for a file of another kind, and for one that cannot be parsed.
  package init?(_ bytes: [UInt8]) {
    let start = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    if start.starts(with: Array("<?xml".utf8)) || start.starts(with: Array("<document".utf8)) {
      self = .document
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    guard let first = lines.first else { return nil }
    // The first line of a sealed file is its hash. Histories have one value on each line.
    let isHash = first.count >= 8 && first.allSatisfy(Self.isHexadecimal)
    let whole = isHash ? lines.count > 1 ? Array(lines[1]) : [] : bytes
    guard let value = (try? JSONParser.parse(whole)) ?? (try? JSONParser.parse(Array(first))),
      let kind = Self.allCases.first(where: { kind in
        let keys = kind.keys
        return !keys.isEmpty && keys.allSatisfy { value[$0] != nil }
      })
    else { return nil }
    self = kind
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  /// The keys that together only this kind has; none for XML.
  private var keys: [String] {
    switch self {
    case .document: []
    case .layoutCase: ["layoutfuzz", "views"]
    case .certificate: ["layoutfuzzCertificate"]
    case .script: ["layoutfuzzScript"]
    case .engineScript: ["layoutfuzzEngineScript"]
    case .finding: ["layoutfuzz", "signature", "verdict"]
    case .campaign: ["layoutfuzzCampaign"]
    case .plan: ["plan", "shards"]
    case .night: ["layoutfuzzNight"]
    case .history: ["night", "date", "seed"]
    case .registry: ["layoutfuzzRegistry"]
    case .knownIssues: ["layoutfuzzKnown"]
    case .baseline: ["layoutfuzzBaseline"]
    }
  }

  /// The kind with its article.
  package var name: String {
    switch self {
    case .document: "a storyboard or xib"
    case .layoutCase: "a case file"
    case .certificate: "a certificate"
    case .script: "a script for an incremental solver"
    case .engineScript: "a script for a layout engine"
    case .finding: "the record of a finding"
    case .campaign: "the record of a campaign"
    case .plan: "the plan of a campaign"
    case .night: "the record of a night"
    case .history: "the history of nights"
    case .registry: "the registry of nights"
    case .knownIssues: "a list of known issues"
    case .baseline: "a baseline of 'check'"
    }
  }

  /// Returns the command that takes a file of this kind.
  package func command(for path: String) -> String {
    let file = ShellWord.path(path)
    let parent = PathText.split(path).folder
    let folder = ShellWord.path(parent.isEmpty ? "." : parent)
    switch self {
    case .document: return "layoutfuzz check \(file)"
    case .layoutCase: return "layoutfuzz replay \(file)"
    case .certificate: return "layoutfuzz verify \(file) CASE"
    case .script:
      let needsName = !InputFiles.isScript(path)
      return needsName
        ? "rename it to *.script.json, then run 'layoutfuzz replay'" : "layoutfuzz replay \(file)"
    case .engineScript:
      let record = (try? FindingStore.record(in: parent.isEmpty ? "." : parent)).flatMap { $0 }
      return "layoutfuzz replay \(file) \(record?.programOption ?? "--engine NAME=CMD")"
    case .finding: return "layoutfuzz replay \(folder)"
    case .campaign, .history, .registry: return "layoutfuzz report \(folder)"
    case .plan: return "layoutfuzz campaign run --dir \(folder) --index all"
    case .night: return "layoutfuzz report DIR --night N"
    case .knownIssues: return "layoutfuzz campaign nightly --state \(folder)"
    case .baseline: return "layoutfuzz check DIR --baseline \(file)"
    }
  }

  /// Returns the kind, with its article, of a file that the tool stored as part of a result or as
  /// its plan: no output of a command replaces it.
  ///
  /// - Returns: nil for a file that a command writes on request, and for one of the user.
  static func stored(at path: String) -> String? {
    let (folder, file) = PathText.split(path)
    if InputFiles.fileExists("\(folder)/\(FindingFiles.recordName)") {
      let record = (try? FindingStore.record(in: folder)).flatMap { $0 }
      let programs = record?.authorPrograms.compactMap(\.file) ?? []
      if FindingFiles.names.contains(file) || programs.contains(file) {
        return "a file of a finding"
      }
    }
    if (try? SealedFile.read(path)) != nil { return "a record of this tool" }
    guard let bytes = try? InputFiles.contents(ofFile: path), let kind = OwnFile(bytes) else {
      return nil
    }
    switch kind {
    case .finding, .campaign, .plan, .night, .history, .registry, .knownIssues: return kind.name
    case .document, .layoutCase, .certificate, .script, .engineScript, .baseline: return nil
    }
  }

  /// Returns the failure of a file that is of another kind than expected.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - bytes: its content.
  ///   - expected: the kinds that fit.
  ///   - need: what takes these kinds, as `verify needs a certificate`.
  /// - Returns: nil when the file has an expected kind or is not recognized.
  package static func mismatch(
    _ path: String, _ bytes: [UInt8], expected: Set<OwnFile>, need: String
  ) -> CommandFailure? {
    guard let kind = OwnFile(bytes), !expected.contains(kind) else { return nil }
    return .badInput(
      at: path, "this is \(kind.name); \(need); fix: \(kind.command(for: path))")
  }
}
