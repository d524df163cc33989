// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import JSON
import Processes
import RegularFiles

/// The hashes of the files of a stored finding, computed when a night added it to the registry.
///
/// Later nights compare them: a case that was changed since would pass or fail as another case.
package struct FindingSeal: Sendable, Hashable {
  /// The files of findings that the tool uses; others in the folder belong to the user.
  private static let names = FindingFiles.names.sorted()
  private static let caseNames = FindingRecord.Subject.allCases.map(\.fileName)
  private static let originalNames = Set(FindingRecord.Subject.allCases.map(\.originalName))

  /// The folder, relative to the folder of nights: `findings/BUCKET/ID`.
  package let folder: String
  /// The hashes with the names of the files, in the order of the names.
  private let hashes: [(name: String, hash: String)]

  /// Reads the files of a finding; unreadable ones are left out.
  ///
  /// - Parameters:
  ///   - folder: the folder of the finding, relative to `state`.
  ///   - state: the folder of nights.
  package init(of folder: String, in state: String) {
    self.folder = folder
    hashes = Self.names.compactMap { name in
      Self.hash("\(state)/\(folder)/\(name)").map { (name, $0) }
    }
  }

  private static func hash(_ file: String) -> String? {
    (try? RegularFile.read(file)).map { ContentHash.text($0) }
  }

  package var bucket: String {
    folder.split(scalar: "/", omittingEmpty: true).dropLast().last ?? ""
  }

  /// The name of the file with the smallest case.
  var caseName: String { Self.caseNames.first { self[$0] != nil } ?? "case.json" }

  /// The hash of the original case; two findings with the same hash are one finding.
  package var original: String? { hashes.first { Self.originalNames.contains($0.name) }?.hash }

  private subscript(name: String) -> String? { hashes.first { $0.name == name }?.hash }

  /// Returns the change of the files in words; nil for an unchanged finding.
  ///
  /// `old` is the seal of the registry; nil for a finding that no night has registered yet.
  package func change(since old: FindingSeal?) -> String? {
    for (name, hash) in old?.hashes ?? [] {
      guard let now = self[name] else { return "its \(name) is missing" }
      if now != hash { return "its \(name) was changed after it was stored" }
    }
    if let added = hashes.first(where: { old != nil && old?[$0.name] == nil }) {
      return "its \(added.name) was added after it was stored"
    }
    if old != nil { return nil }
    if self["finding.json"] == nil { return "its finding.json is missing" }
    // The folder of a finding is named by its case, with or without a registry.
    guard let hash = Self.caseNames.lazy.compactMap({ self[$0] }).first else {
      return "its case.json is missing"
    }
    let id = folder.split(scalar: "/", omittingEmpty: true).last ?? ""
    return hash == id ? nil : "its case is not the one that its folder is named by"
  }

  package static func == (left: FindingSeal, right: FindingSeal) -> Bool {
    left.folder == right.folder && left.hashes.elementsEqual(right.hashes) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(folder) }
}

// MARK: - JSON

extension FindingSeal {
  var json: JSONValue {
    [
      "folder": .string(folder),
      "files": .object(hashes.map { JSONValue.Member(key: $0.name, value: .string($0.hash)) }),
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a stored finding", keys: ["folder", "files"])
    folder = try reader.required("folder").requiredString("a folder")
    let files = try reader.required("files")
    guard let members = files.members else { throw files.error("expected hashes by name") }
    var hashes: [(name: String, hash: String)] = []
    for member in members {
      hashes.append((member.key, try member.value.requiredString("a hash")))
    }
    self.hashes = hashes
  }
}
