// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Foundation
import JSON
import Reporting

/// The folder of nights on disk, and the lock on it.
///
///     STATE/registry.json      all buckets that nights have met
///           history.jsonl      one line for each night; registry.json has its hash
///           known.json         known issues; people write it
///           index.html         the page of the last night
///           findings.html      the evidence of the findings that it tells about
///           findings/          the findings of all nights
///           nights/0007/       night.json and campaign.json of a night
///           night.progress     where the night stands that is under way
///
/// Every file is written as a whole. The lock ends with this object, or with the process.
package final class NightStore: Sendable {
  /// The name of the page.
  package static let pageName = Report.nightPageName
  /// The name of the page with the evidence.
  package static let evidenceName = "findings.html"
  /// The name of the file in which a night takes down where it stands.
  package static let progressName = "night.progress"

  /// Why nights cannot be kept in a folder.
  package enum OpenError: Error, Sendable, Hashable {
    /// Another process has a night there.
    case inUse
    case unreadable(code: Int32)
    case cannotWrite(path: String, code: Int32)
  }

  package let path: String
  private let lock: FolderLock

  /// Makes the folder, unless it is there, and locks it.
  package init(_ path: String) throws(OpenError) {
    do throws(WriteError) {
      try FindingStore.makeFolders(["nights"], in: path)
    } catch {
      throw .cannotWrite(path: error.path, code: error.code)
    }
    self.path = path
    do throws(FolderLock.Problem) {
      lock = try FolderLock(path)
    } catch {
      switch error {
      case .inUse: throw .inUse
      case .unreadable(let code): throw .unreadable(code: code)
      }
    }
    for name in [
      BucketRegistry.fileName, NightHistory.fileName, Self.pageName, Self.evidenceName,
      Self.progressName,
    ] {
      AtomicFile.removeTemporaries(of: "\(path)/\(name)")
    }
  }

  // MARK: - Files

  /// Reads `nights/0007`.
  package static func folderName(ofNight number: Int) -> String {
    let text = "\(number)"
    return "nights/" + String(repeating: "0", count: max(0, 4 - text.count)) + text
  }

  /// Makes the folder of a night, unless it is there.
  ///
  /// Refuses a symbolic link in its place.
  ///
  /// - Returns: its path.
  package func makeFolder(ofNight number: Int) throws(WriteError) -> String {
    let parts = Self.folderName(ofNight: number).split(scalar: "/")
    return try Folder.make(parts[1], inside: try Folder.make(parts[0], inside: path))
  }

  /// Takes away what killed processes left in the folder of a night: files that were not finished,
  /// and those with one of the given beginnings of names, which belong to processes that the night
  /// started.
  package func sweepFolder(ofNight number: Int, prefixes: [String]) {
    let folder = "\(path)/\(Self.folderName(ofNight: number))"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names
    where AtomicFile.isTemporary(name) || prefixes.contains(where: { name.begins(with: $0) }) {
      unlink("\(folder)/\(name)")
    }
  }

  package func write(_ bytes: [UInt8], to name: String) throws(WriteError) {
    try AtomicFile.write(bytes, to: "\(path)/\(name)")
  }

  /// Removes a file; nothing when it is not there.
  package func remove(_ name: String) { unlink("\(path)/\(name)") }

  package func hasFile(_ name: String) -> Bool { Folder.isFile("\(path)/\(name)") }

  /// An empty registry when there is none.
  package func registry() throws(LoadError) -> BucketRegistry {
    try decoded(BucketRegistry.fileName) { (bytes) throws(JSONError) in
      try BucketRegistry(decoding: bytes)
    } ?? BucketRegistry()
  }

  /// An empty history when there is none.
  package func history() throws(LoadError) -> NightHistory {
    try decoded(NightHistory.fileName) { (bytes) throws(JSONError) in
      try NightHistory(decoding: bytes)
    } ?? NightHistory()
  }

  /// No issues when there is no such file.
  package func knownIssues() throws(LoadError) -> KnownIssues {
    try decoded(KnownIssues.fileName) { (bytes) throws(JSONError) in
      try KnownIssues(decoding: bytes)
    } ?? KnownIssues()
  }

  /// Nil when the night has not come so far.
  package func night(_ number: Int) throws(LoadError) -> Night? {
    try decoded("\(Self.folderName(ofNight: number))/\(Night.fileName)") {
      (bytes) throws(JSONError) in try Night(decoding: bytes)
    }
  }

  /// Nil when the night has not come so far.
  package func campaign(ofNight number: Int) throws(LoadError) -> CampaignRecord? {
    try decoded("\(Self.folderName(ofNight: number))/\(CampaignRecord.fileName)") {
      (bytes) throws(JSONError) in try CampaignRecord(decoding: bytes)
    }
  }

  private func decoded<Value>(
    _ name: String, _ decode: ([UInt8]) throws(JSONError) -> Value
  ) throws(LoadError) -> Value? {
    let file = "\(path)/\(name)"
    let bytes: [UInt8]
    do throws(LoadError) {
      bytes = try FindingStore.read(file)
    } catch .missing {
      return nil
    }
    do throws(JSONError) {
      return try decode(bytes)
    } catch {
      throw .invalid(
        Diagnostic(severity: .error, file: file, location: error.location, message: error.message))
    }
  }

  // MARK: - Findings

  /// A case of a finding in the store.
  package struct StoredFinding: Sendable, Hashable {
    package let bucket: String
    /// The path of the case, inside of the folder of nights.
    package let caseFile: String
    /// How long the case is as a text.
    package let bytes: Int

    /// The folder that it lies in, inside of that of nights.
    package var folder: String {
      caseFile.split(scalar: "/", omittingEmpty: true).dropLast().joined(separator: "/")
    }

    package init(bucket: String, caseFile: String, bytes: Int) {
      self.bucket = bucket
      self.caseFile = caseFile
      self.bytes = bytes
    }
  }

  /// The findings that nights have no more use for: of a bucket that is fixed, the case that it
  /// names stands for all.
  package static func superseded(
    _ findings: [StoredFinding], by changes: [BucketChange]
  ) -> [StoredFinding] {
    let kept = Dictionary(
      uniqueKeysWithValues: changes.filter { $0.kind == .fixed }.map {
        ($0.bucket.signature, $0.bucket.path)
      })
    return findings.filter { finding in kept[finding.bucket].map { $0 != finding.caseFile } ?? false
    }
  }

  private var findings: String { "\(path)/findings" }

  /// All findings that are complete, in the order of their folders.
  package var storedFindings: [StoredFinding] {
    FindingStore.folders(in: findings).complete.compactMap { folder in
      let name = ["case.json", "case.script.json"].first { Folder.isFile("\(folder)/\($0)") }
      guard let name else { return nil }
      let parts = Array(folder.split(scalar: "/", omittingEmpty: true).suffix(2))
      var status = stat()
      let size = stat("\(folder)/\(name)", &status) == 0 ? Int(status.st_size) : 0
      return StoredFinding(
        bucket: parts[0], caseFile: "findings/\(parts[0])/\(parts[1])/\(name)", bytes: size)
    }
  }

  /// What is wrong on a finding, as it was stored; nil when its record cannot be read.
  package func summary(of finding: StoredFinding) -> String? {
    guard let bytes = try? FindingStore.bytes(of: "\(path)/\(finding.folder)/finding.json")
    else { return nil }
    return (try? JSONParser.parse(bytes))?["summary"]?.string
  }

  /// How many findings were on their way to their buckets when something ended.
  package var unfinishedCount: Int { FindingStore.folders(in: findings).unfinished.count }

  /// Takes a finding out of the store.
  package func remove(_ finding: StoredFinding) {
    FindingStore.remove(finding: "\(path)/\(finding.folder)")
  }

  /// What the folder takes on disk.
  package var diskBytes: Int {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.reduce(0) { sum, name in
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { return sum }
      return sum + Int(status.st_blocks) * 512
    }
  }
}
