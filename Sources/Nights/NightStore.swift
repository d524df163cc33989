// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Foundation
import JSON
import ProgramCampaigns
import Reporting

/// The folder of nights on disk, and the lock on it.
///
///     STATE/registry.json      all buckets that nights have found
///           history.jsonl      one line for each night; registry.json has its hash
///           known.json         known issues; users write it
///           index.html         the page of the last night
///           findings.html      the evidence of the findings on that page
///           findings/          the findings of all nights
///           nights/0007/       night.json and campaign.json of a night
///           night.progress     the progress of an unfinished night
///
/// Every file is written as a whole. The lock ends with this object, or with the process.
package final class NightStore: Sendable {
  /// The name of the page.
  package static let pageName = Report.nightPageName
  /// The name of the page with the evidence.
  package static let evidenceName = "findings.html"
  /// The name of the file in which a night records its progress.
  package static let progressName = "night.progress"

  /// The reason why nights cannot be stored in a folder.
  package enum OpenError: Error, Sendable, Hashable {
    /// Another process runs a night there.
    case inUse
    case unreadable(code: Int32)
    case cannotWrite(path: String, code: Int32)
  }

  package let path: String
  private let lock: FolderLock

  /// Creates the folder, unless it exists, and locks it.
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

  /// Returns the name of a night's folder, such as `nights/0007`.
  package static func folderName(ofNight number: Int) -> String {
    let text = "\(number)"
    return "nights/" + String(repeating: "0", count: max(0, 4 - text.count)) + text
  }

  /// Creates the folder of a night, unless it exists.
  ///
  /// Refuses a symbolic link in its place.
  ///
  /// - Returns: its path.
  package func makeFolder(ofNight number: Int) throws(WriteError) -> String {
    let parts = Self.folderName(ofNight: number).split(scalar: "/")
    return try Folder.make(parts[1], inside: try Folder.make(parts[0], inside: path))
  }

  /// Removes the files that killed processes left in the folder of a night.
  ///
  /// These are temporary files, and those whose names have one of the given prefixes, which belong
  /// to processes of the night.
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

  /// Removes a file if it exists.
  package func remove(_ name: String) { unlink("\(path)/\(name)") }

  package func hasFile(_ name: String) -> Bool { Folder.isFile("\(path)/\(name)") }

  /// Reads the registry; returns an empty one if there is no file.
  package func registry() throws(LoadError) -> BucketRegistry {
    try decoded(BucketRegistry.fileName) { (bytes) throws(JSONError) in
      try BucketRegistry(decoding: bytes)
    } ?? BucketRegistry()
  }

  /// Reads the history; returns an empty one if there is no file.
  package func history() throws(LoadError) -> NightHistory {
    try decoded(NightHistory.fileName) { (bytes) throws(JSONError) in
      try NightHistory(decoding: bytes)
    } ?? NightHistory()
  }

  /// Reads the known issues; returns none if there is no file.
  package func knownIssues() throws(LoadError) -> KnownIssues {
    try decoded(KnownIssues.fileName) { (bytes) throws(JSONError) in
      try KnownIssues(decoding: bytes, features: EnginePrograms.features)
    } ?? KnownIssues()
  }

  /// Reads a night; returns nil if it has not been compared yet.
  package func night(_ number: Int) throws(LoadError) -> Night? {
    try decoded("\(Self.folderName(ofNight: number))/\(Night.fileName)") {
      (bytes) throws(JSONError) in try Night(decoding: bytes)
    }
  }

  /// Reads the record of a night's campaign; returns nil if its random cases are not done yet.
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
    /// The path of the case, relative to the folder of nights.
    package let caseFile: String
    /// The size of the case's text in bytes.
    package let bytes: Int

    /// The folder of the finding, relative to the folder of nights.
    package var folder: String {
      caseFile.split(scalar: "/", omittingEmpty: true).dropLast().joined(separator: "/")
    }

    package init(bucket: String, caseFile: String, bytes: Int) {
      self.bucket = bucket
      self.caseFile = caseFile
      self.bytes = bytes
    }
  }

  /// Returns the findings that nights no longer need: the case that a fixed bucket names represents
  /// all of its findings.
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

  /// All complete findings, in the order of their folders.
  package var storedFindings: [StoredFinding] {
    FindingStore.folders(in: findings).complete.compactMap { folder in
      let name = FindingRecord.Subject.allCases.map(\.fileName).first {
        Folder.isFile("\(folder)/\($0)")
      }
      guard let name else { return nil }
      let parts = Array(folder.split(scalar: "/", omittingEmpty: true).suffix(2))
      var status = stat()
      let size = stat("\(folder)/\(name)", &status) == 0 ? Int(status.st_size) : 0
      return StoredFinding(
        bucket: parts[0], caseFile: "findings/\(parts[0])/\(parts[1])/\(name)", bytes: size)
    }
  }

  /// Returns the record of a finding about another program; nil for other findings, and if it
  /// cannot be read.
  func programRecord(of finding: StoredFinding) -> FindingRecord? {
    let isLayout = finding.caseFile.ends(with: "/" + FindingRecord.Subject.layout.fileName)
    guard !isLayout, let record = try? FindingStore.record(in: "\(path)/\(finding.folder)"),
      record.program != nil
    else { return nil }
    return record
  }

  /// Returns the stored failure of a finding in words; nil when its record cannot be read.
  package func summary(of finding: StoredFinding) -> String? {
    let record = try? FindingStore.record(in: "\(path)/\(finding.folder)")
    return record?.summary
  }

  /// The number of findings that were interrupted on their way to their buckets.
  package var unfinishedCount: Int { FindingStore.folders(in: findings).unfinished.count }

  /// Removes a finding from the store.
  package func remove(_ finding: StoredFinding) {
    FindingStore.remove(finding: "\(path)/\(finding.folder)")
  }

  /// The size of the folder on disk, in bytes.
  package var diskBytes: Int {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.reduce(0) { sum, name in
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { return sum }
      return sum + Int(status.st_blocks) * 512
    }
  }
}
