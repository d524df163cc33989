// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Foundation
import JSON
import Judging
import LinearModel
import Oracles
import Processes
import Reporting
import ToolSupport

/// The making of the page with the evidence of a night, by `layoutfuzz report`.
///
/// It runs in a process of its own, since a case with a wrong answer may now end the program that
/// solves it.
package struct NightEvidence {
  /// The prefix of the names of its files.
  static let filePrefix = "page-"
  /// The share of the time of a night for solving cases, in percent, and its bounds.
  ///
  /// Cases after that are shown as they were stored.
  package static let percent: UInt64 = 2
  private static let nanosecondsMin: UInt64 = 2_000_000_000
  private static let nanosecondsMax: UInt64 = 60_000_000_000
  /// The additional time for reading the findings and writing the page.
  private static let writingNanosecondsMax: UInt64 = 60_000_000_000
  /// The most cases that are named one by one because they now end their process.
  ///
  /// A command has room for that many.
  static let endingMax = 500

  let state: String
  let night: Int
  /// The folder for the output files of the process, which are removed at the end.
  let folder: String
  /// The time limit for solving cases.
  let nanoseconds: UInt64
  /// The cases that now end their process.
  let ending: [String]

  /// - Parameters:
  ///   - state: the folder of nights.
  ///   - night: the number of the night.
  ///   - folder: the folder of the night.
  ///   - time: the time limit of the whole night; nil without a limit.
  ///   - ending: the cases that now end their process.
  init(state: String, night: Int, folder: String, time: UInt64?, ending: [String]) {
    self.state = state
    self.night = night
    self.folder = folder
    nanoseconds = min(
      Self.nanosecondsMax, max(Self.nanosecondsMin, (time ?? .max) / 100 * Self.percent))
    self.ending = ending
  }

  /// Writes the page.
  ///
  /// The night is valid without one; the failure is printed.
  ///
  /// - Returns: the page, empty when there is none; nil when the run is stopped.
  func make() -> EvidencePage? {
    // The page of the night before stays until this one is complete, so that links to it work
    // meanwhile. A process that outlives a kill writes to a file of its own.
    removePages()
    let page = "\(state)/\(Self.filePrefix)\(night)-\(getpid()).html"
    defer { unlink(page) }
    var problem = ""
    // The first try shows only the cases that end their process as stored, the second try all
    // cases.
    for asStored in [ending, ["\(state)/findings"]] {
      let name = "\(folder)/\(Self.filePrefix)\(night)"
      defer { ToolProcess.removeOutput(name) }
      let end = ToolProcess.undisturbed(
        arguments(page, asStored), output: name, limit: nanoseconds + Self.writingNanosecondsMax)
      if Interruption.signal != 0 { return nil }
      // Unreadable files are reported on the page, and by the exit code.
      if let bytes = try? InputFiles.contents(ofFile: page) {
        guard rename(page, "\(state)/\(NightStore.evidenceName)") == 0 else {
          problem = "\(NightStore.evidenceName): \(String(cString: strerror(errno)))"
          break
        }
        return EvidencePage(
          String(decoding: bytes, as: UTF8.self), name: NightStore.evidenceName)
      }
      problem = Self.problem(end, name)
    }
    // A page of an earlier night must not be taken for this one.
    unlink("\(state)/\(NightStore.evidenceName)")
    Console.note("no page with the evidence of the findings: \(problem)")
    return EvidencePage("", name: NightStore.evidenceName)
  }

  /// Removes the files of killed processes.
  private func removePages() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    where name.begins(with: Self.filePrefix) {
      unlink("\(state)/\(name)")
    }
  }

  private static func problem(_ end: CompletedProcess.End?, _ name: String) -> String {
    switch end {
    case .code(let code): return ToolProcess.lastErrorLine(name) ?? "'report' ends with \(code)"
    case .signal(let number, _): return "'report' ends with signal \(number)"
    case .hung: return "'report' does not end"
    case nil: return "no process could be started"
    }
  }

  private func arguments(_ page: String, _ asStored: [String]) -> [String] {
    [
      "report", "--night=\(night)", "--time=\(nanoseconds / 1_000_000)ms", "--force",
      "--output=\(page)",
    ] + asStored.map { "--as-stored=\($0)" } + ["--", state]
  }
}

extension NightRun {
  /// The page with the evidence of this night.
  var evidence: NightEvidence {
    // A case that was stored because it ends its process is not run for a page anyway.
    let cases = progress.replays.filter { replay in
      replay.bucket != nil
        && replay.failures.contains { $0.failing.verdict.endsProcess }
        && Self.storedVerdict("\(store.path)/\(replay.path)")?.endsProcess != true
    }
    return NightEvidence(
      state: store.path, night: progress.stamp.number, folder: folder,
      time: settings.nanosecondsMax,
      ending: cases.prefix(NightEvidence.endingMax).map { "\(store.path)/\($0.path)" })
  }

  /// Returns the stored verdict of a finding; nil when its record cannot be read.
  private static func storedVerdict(_ caseFile: String) -> FailureKind? {
    let record = try? FindingStore.record(in: PathText.split(caseFile).folder)
    return record?.verdict
  }
}
