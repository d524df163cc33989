// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Foundation
import JSON
import Nights
import Pools
import Reporting
import Synchronization
import ToolSupport

/// Reads folders of results for reports.
///
/// An unreadable file becomes a problem in the report, so that it does not hide the rest.
package struct RunReader {
  private var runs: [Report.Run] = []
  private var problems: [Report.Problem] = []
  /// The folders of findings, each with the frequency of its bucket.
  private var folders: [(path: String, frequency: FindingFrequency)] = []
  private let scope: ReportScope

  private init(_ scope: ReportScope) { self.scope = scope }

  /// Returns the report of folders of results.
  ///
  /// - Throws: `.badInput` for a path without results, and for a selected night that cannot be
  ///   read.
  package static func report(
    _ paths: [String], _ scope: ReportScope
  ) throws(CommandFailure) -> Report {
    var reader = RunReader(scope)
    for path in paths { try reader.read(path) }
    let (findings, problems) = reader.findings()
    return Report(
      toolVersion: ToolVersion.current, runs: reader.runs, findings: ReadingOrder.sorted(findings),
      problems: reader.problems + problems)
  }

  /// Returns the nearest folder of results above a file, as a word of a command; DIR without one.
  private static func results(of path: String) -> String {
    var folder = PathText.split(path).folder
    while !folder.isEmpty, folder != "/", folder != "." {
      if hasResults(folder) { return ShellWord.path(folder) }
      let parent = PathText.split(folder).folder
      if parent == folder { break }
      folder = parent
    }
    return "DIR"
  }

  private static func hasResults(_ folder: String) -> Bool {
    InputFiles.fileExists("\(folder)/\(CampaignRecord.fileName)")
      || (try? InputFiles.isFolder("\(folder)/findings")) == true
  }

  /// Returns the failure of a folder without results, with the command that fits its content.
  private static func noResults(in folder: String) -> CommandFailure {
    let above = results(of: folder)
    let fix = above == "DIR" ? "give the folder of 'fuzz --out DIR'" : "layoutfuzz report \(above)"
    guard let content = FolderContent(folder) else {
      return .badInput(at: folder, "no results: this folder is empty; fix: \(fix)")
    }
    return .badInput(
      at: folder,
      "neither findings nor \(CampaignRecord.fileName) in this folder, which contains "
        + "\(content.summary); fix: \(content.command ?? fix)")
  }

  private mutating func read(_ path: String) throws(CommandFailure) {
    guard try InputFiles.isFolder(path) else {
      let need = "report needs a folder of results"
      if let file = try? InputFiles.contents(ofFile: path), let kind = OwnFile(file) {
        throw .badInput(
          at: path,
          "this is \(kind.name); \(need); fix: layoutfuzz report \(Self.results(of: path))")
      }
      throw .badInput(at: path, "this is a file; \(need)")
    }
    let run = path.count > 1 && path.ends(with: "/") ? String(path.dropLast()) : path
    let night = try night(of: run)
    let campaign = campaign(of: night?.folder ?? run)
    let registry = registry(of: run)
    let directory = "\(run)/findings"
    guard campaign != nil || (try? InputFiles.isFolder(directory)) == true else {
      throw Self.noResults(in: run)
    }
    let isUnfinished = InputFiles.fileExists("\(run)/\(NightStore.progressName)")
    runs.append(
      Report.Run(
        folder: run, campaign: campaign, lastNight: registry?.night ?? (isUnfinished ? 0 : nil),
        night: scope.night))
    if let campaign { problems += Self.problems(campaign) }
    let found = FindingStore.folders(in: directory)
    if night == nil, let campaign {
      problems += Self.lost(of: campaign, found.complete, directory)
    }
    var occurrences: [String: CampaignRecord.Occurrence] = [:]
    for entry in campaign?.occurrences ?? [] { occurrences[entry.signature] = entry }
    var histories: [String: ReportFinding.Since] = [:]
    for bucket in registry?.buckets ?? [] {
      histories[bucket.signature] = .init(bucket, lastNight: registry?.night ?? 0)
    }
    let duplicates = PendingDuplicate.pairs(in: found.complete)
    let pending = Dictionary(
      duplicates.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    for folder in found.complete where duplicates[folder] == nil {
      let bucket =
        folder.split(scalar: "/", omittingEmpty: true).dropLast().last ?? ""
      if let night, !night.buckets.contains(bucket) { continue }
      let place = folder.split(separator: "/").suffix(2).joined(separator: "/")
      // Nights report findings of all nights.
      let isEarlier = night == nil && campaign?.owns(place) == false
      let frequency = FindingFrequency(
        occurrence: isEarlier ? nil : occurrences[bucket], since: histories[bucket],
        pendingFolder: pending[folder], isEarlier: isEarlier)
      folders.append((folder, frequency))
    }
    for folder in found.unfinished {
      problems.append(
        .init(.unfinished, "the run ended before it was known what this case shows", path: folder))
    }
  }

  /// Returns the folder of the selected night and its buckets; nil when all findings are selected.
  private func night(
    of run: String
  ) throws(CommandFailure) -> (folder: String, buckets: Set<String>)? {
    guard let number = scope.night else { return nil }
    let folder = "\(run)/\(NightStore.folderName(ofNight: number))"
    let file = "\(folder)/\(Night.fileName)"
    let bytes = try InputFiles.contents(ofFile: file)
    do throws(JSONError) {
      return (folder, Set(try Night(decoding: bytes).changes.map(\.bucket.signature)))
    } catch {
      throw .badInput(file, bytes, error)
    }
  }

  private mutating func campaign(of run: String) -> CampaignRecord? {
    record("\(run)/\(CampaignRecord.fileName)") { (bytes) throws(JSONError) in
      try CampaignRecord(decoding: bytes)
    }
  }

  /// Returns the registry of buckets of nights; nil for a folder without nights.
  private mutating func registry(of run: String) -> BucketRegistry? {
    record("\(run)/\(BucketRegistry.fileName)") { (bytes) throws(JSONError) in
      try BucketRegistry(decoding: bytes)
    }
  }

  /// Returns the content of a file; nil when it does not exist, or, with a problem, when it cannot
  /// be read.
  private mutating func record<Value>(
    _ file: String, _ decode: ([UInt8]) throws(JSONError) -> Value
  ) -> Value? {
    // A path that exists and is no file is a problem, too.
    if access(file, F_OK) != 0, errno == ENOENT || errno == ENOTDIR { return nil }
    do throws(CommandFailure) {
      let bytes = try InputFiles.contents(ofFile: file)
      do throws(JSONError) {
        return try decode(bytes)
      } catch {
        throw .badInput(file, bytes, error)
      }
    } catch {
      problems.append(.init(.unreadable, error.messages.joined(separator: "; "), path: file))
      return nil
    }
  }

  private static func problems(_ campaign: CampaignRecord) -> [Report.Problem] {
    var problems = campaign.internalFailures.map {
      Report.Problem(.internalError, "case \($0.caseIndex): \($0.message)", path: $0.path)
    }
    if let canary = campaign.canary, !canary.isCaught {
      problems.append(
        .init(
          .missedCanary,
          "\(canary.name) was not caught in \(ShownNumber.counted(canary.cases, "case")): "
            + "nothing this run says can be relied on"))
    }
    return problems
  }

  /// Returns the findings that the record of a campaign lists but that are not on disk.
  private static func lost(
    of campaign: CampaignRecord, _ folders: [String], _ directory: String
  ) -> [Report.Problem] {
    let places = Set(
      folders.map { $0.split(scalar: "/", omittingEmpty: true).suffix(2).joined(separator: "/") })
    let listed = Set(campaign.occurrences.flatMap { $0.folders ?? [] })
    return listed.subtracting(places).sorted().map { place in
      Report.Problem(
        .unreadable,
        "\(directory)/\(place): gone, though \(CampaignRecord.fileName) lists this finding: "
          + "put it back from a copy, or run the campaign again", path: "\(directory)/\(place)")
    }
  }

  /// Returns all findings in the order of their folders, and the problems.
  ///
  /// Cases are solved again independently, so they run in parallel.
  private func findings() -> ([ReportFinding], [Report.Problem]) {
    let slots = Mutex<[ReportedFinding?]>([ReportedFinding?](repeating: nil, count: folders.count))
    let (folders, scope) = (folders, scope)
    let threads = ProcessInfo.processInfo.activeProcessorCount
    Parallel.perform(count: folders.count, threads: threads) { index in
      guard Interruption.signal == 0 else { return }
      let outcome = ReportedFinding.read(
        folders[index].path, folders[index].frequency,
        solves: scope.solves(folders[index].path))
      slots.withLock { $0[index] = outcome }
    }
    var findings: [ReportFinding] = []
    var problems: [Report.Problem] = []
    for slot in slots.withLock({ $0 }) {
      switch slot {
      case .finding(let finding): findings.append(finding)
      case .problem(let problem): problems.append(problem)
      case nil: break
      }
    }
    return (findings, problems)
  }
}
