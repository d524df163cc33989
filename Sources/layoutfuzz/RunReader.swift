// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import CorpusStore
import Dispatch
import Reporting
import Synchronization

/// Reads folders of results for reports.
///
/// What cannot be read is a problem in the report, so that one damaged file does not hide the rest.
struct RunReader {
  private var runs: [Report.Run] = []
  private var problems: [Report.Problem] = []
  /// The folders of findings, each with how often its bucket's failure came up.
  private var folders: [(path: String, occurrences: Int?)] = []

  /// - Throws: `.badInput` for a path that is no folder of results.
  static func report(_ paths: [String]) throws(CommandFailure) -> Report {
    var reader = RunReader()
    for path in paths { try reader.read(path) }
    let (findings, problems) = reader.findings()
    return Report(
      toolVersion: Tool.version, runs: reader.runs, findings: findings,
      problems: reader.problems + problems)
  }

  private mutating func read(_ path: String) throws(CommandFailure) {
    guard try InputFiles.isFolder(path) else {
      throw .badInput("\(path): a file where a folder of results is expected")
    }
    let run = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let campaign = campaign(of: run)
    let directory = "\(run)/findings"
    guard campaign != nil || (try? InputFiles.isFolder(directory)) == true else {
      throw .badInput("\(path): neither findings nor \(CampaignRecord.fileName) in this folder")
    }
    runs.append(Report.Run(folder: run, campaign: campaign))
    if let campaign { problems += Self.problems(campaign) }
    var occurrences: [String: Int] = [:]
    for entry in campaign?.occurrences ?? [] { occurrences[entry.signature] = entry.cases }
    let found = FindingStore.folders(in: directory)
    for folder in found.complete {
      let bucket = folder.split(separator: "/").dropLast().last.map(String.init) ?? ""
      folders.append((folder, occurrences[bucket]))
    }
    for folder in found.unfinished {
      problems.append(
        .init(.unfinished, "the run ended before this finding had its bucket", path: folder))
    }
  }

  private mutating func campaign(of run: String) -> CampaignRecord? {
    let file = "\(run)/\(CampaignRecord.fileName)"
    guard InputFiles.fileExists(file) else { return nil }
    do throws(CommandFailure) {
      let bytes = try InputFiles.contents(ofFile: file)
      do throws(JSONError) {
        return try CampaignRecord(decoding: bytes)
      } catch {
        throw .badInput("\(file):\(error.location): error: \(error.message)")
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
          "\(canary.name) was not caught in \(Readable.counted(canary.cases, "case")): "
            + "nothing this run says can be relied on"))
    }
    return problems
  }

  /// All findings in the order of their folders, and what could not be read.
  ///
  /// Cases are solved again, each by itself, so they are taken side by side.
  private func findings() -> ([ReportFinding], [Report.Problem]) {
    let slots = Mutex<[ReportedFinding?]>([ReportedFinding?](repeating: nil, count: folders.count))
    DispatchQueue.concurrentPerform(iterations: folders.count) { index in
      guard Interruption.signal == 0 else { return }
      let outcome = ReportedFinding.read(
        folders[index].path, occurrences: folders[index].occurrences)
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
