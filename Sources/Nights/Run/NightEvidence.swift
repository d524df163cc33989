// SPDX-License-Identifier: MIT

import Foundation
import JSON
import Judging
import LinearModel
import Reporting
import ToolSupport

/// Makes the page with the evidence of what a night tells about, by `layoutfuzz report`: in a
/// process of its own, since a case that gave a wrong answer when it was stored may end the program
/// that solves it now.
package struct NightEvidence {
  /// What the names of its files begin with.
  static let filePrefix = "page-"
  /// The share of the time of a night after which what is left is told as it was stored, in
  /// percent, and its bounds.
  package static let percent: UInt64 = 2
  private static let nanosecondsMin: UInt64 = 2_000_000_000
  private static let nanosecondsMax: UInt64 = 60_000_000_000
  /// What reading the findings and writing the page may take besides.
  private static let writingNanosecondsMax: UInt64 = 60_000_000_000
  /// More cases that end their process now are not named one by one: a command has room for so
  /// many.
  static let endingMax = 500

  let state: String
  let night: Int
  /// What the process prints goes to files in this folder, which are gone at the end.
  let folder: String
  /// How long cases are solved.
  let nanoseconds: UInt64
  /// The cases that end their process now.
  let ending: [String]

  /// - Parameter time: that of the whole night; nil when it has no end.
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
  /// Without one the night is as good, and that is said.
  ///
  /// - Returns: the places of findings on it, none when there is no page; nil when the run
  ///   is stopped.
  func make() -> Set<String>? {
    // The page of the night before stays until this one is whole: what leads there leads somewhere
    // meanwhile. Whatever outlives a kill writes to a file of its own.
    removePages()
    let page = "\(state)/\(Self.filePrefix)\(night)-\(getpid()).html"
    defer { unlink(page) }
    var problem = ""
    // What still ends the process need not be solved to be told.
    for asStored in [ending, ["\(state)/findings"]] {
      let name = "\(folder)/\(Self.filePrefix)\(night)"
      defer { ToolProcess.removeOutput(name) }
      let end = ToolProcess.undisturbed(
        arguments(page, asStored), output: name, limit: nanoseconds + Self.writingNanosecondsMax)
      if Interruption.signal != 0 { return nil }
      // Files that cannot be read are told on the page, and in the exit code.
      if let bytes = try? InputFiles.contents(ofFile: page) {
        guard rename(page, "\(state)/\(NightStore.evidenceName)") == 0 else {
          problem = "\(NightStore.evidenceName): \(String(cString: strerror(errno)))"
          break
        }
        return FindingAnchor.all(on: String(decoding: bytes, as: UTF8.self))
      }
      problem = Self.problem(end, name)
    }
    // That of an earlier night must not be taken for this one's.
    unlink("\(state)/\(NightStore.evidenceName)")
    Console.complain("no page with the evidence of the findings: \(problem)")
    return []
  }

  /// Takes away what killed processes left.
  private func removePages() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    where name.begins(with: Self.filePrefix) {
      unlink("\(state)/\(name)")
    }
  }

  private static func problem(_ end: ToolProcess.End?, _ name: String) -> String {
    switch end {
    case .code(let code): return ToolProcess.lastErrorLine(name) ?? "'report' ends with \(code)"
    case .signal(let number, _): return "'report' ends with signal \(number)"
    case .hung: return "'report' does not come to an end"
    case nil: return "no process can be started"
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
    // What was stored because it ends its process is not run for a page anyway.
    let cases = progress.replays.filter { replay in
      replay.bucket != nil
        && replay.failures.contains { FailureKind(name: $0.verdict).endsProcess }
        && !FailureKind(name: Self.storedVerdict("\(store.path)/\(replay.path)")).endsProcess
    }
    return NightEvidence(
      state: store.path, night: progress.stamp.number, folder: folder,
      time: settings.nanosecondsMax,
      ending: cases.prefix(NightEvidence.endingMax).map { "\(store.path)/\($0.path)" })
  }

  /// What a finding was stored for; empty when its record cannot be read.
  private static func storedVerdict(_ caseFile: String) -> String {
    let folder = caseFile.split(scalar: "/").dropLast()
    let file = folder.joined(separator: "/") + "/finding.json"
    guard let bytes = try? InputFiles.contents(ofFile: file) else { return "" }
    return (try? JSONParser.parse(bytes))?["verdict"]?.string ?? ""
  }
}
