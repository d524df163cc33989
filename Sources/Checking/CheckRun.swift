// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import Reporting
import ToolSupport

/// One run of `check` over files, which prints and writes its reports at the end.
package struct CheckRun {
  let paths: [String]
  /// The paths of the command line.
  let named: Set<String>
  let failOn: FindingSeverity
  let selection: CheckSelection
  let baseline: BaselineOption
  let outputs: CheckOutputs

  package init(
    paths: [String], named: Set<String>, failOn: FindingSeverity, selection: CheckSelection,
    baseline: BaselineOption, outputs: CheckOutputs
  ) {
    self.paths = paths
    self.named = named
    self.failOn = failOn
    self.selection = selection
    self.baseline = baseline
    self.outputs = outputs
  }

  /// Checks all files and writes the reports.
  ///
  /// `progress` gets the number of checked files after each one, and nil before other output.
  ///
  /// - Returns: the exit code.
  /// - Throws: after all reports are written and printed: `.cannotWrite` for one of them or for the
  ///   baseline, a usage error for a place without a finding to accept, and `.unavailable` when the
  ///   system cannot start any more processes.
  package func run(
    on desk: CheckDesk, progress: (Int?) -> Void
  ) throws(CommandFailure) -> ExitCode {
    var report = CheckReport(comparedWith: baseline.comparison)
    var checked: Set<String> = []
    var remarks: [Remark] = []
    Interruption.watch()
    let end = desk.check(paths) { file in
      checked.insert(file.path)
      report.add(file, isNamed: named.contains(file.path))
      complain(of: file, progress)
      if let remark = file.remark { Remark.add(remark, on: file.path, to: &remarks) }
      progress(checked.count)
      return .next
    }
    progress(nil)
    for remark in remarks { Console.note("layoutfuzz: \(remark.text)") }
    // A stop may cut a file short while later ones are done.
    report.filesNotChecked = paths.filter { !checked.contains($0) }
    try finish(&report, end)
    complain(ofFilesNotChecked: report.filesNotChecked.count)
    if case .unavailable(let failure) = end, Interruption.exitCode == nil { throw failure }
    return exitCode(report)
  }

  /// A remark on an option without effect, with the files that it is about.
  private struct Remark {
    let words: String
    let path: String
    var count = 1

    static func add(_ words: String, on path: String, to remarks: inout [Remark]) {
      if let known = remarks.firstIndex(where: { $0.words == words }) {
        remarks[known].count += 1
      } else {
        remarks.append(Remark(words: words, path: path))
      }
    }

    var text: String {
      let others = count > 1 ? " and \(ShownNumber.counted(count - 1, "more file"))" : ""
      return "\(path)\(others): note: \(words)"
    }
  }

  /// Prints on standard error why a file cannot be used.
  private func complain(of file: CheckedFile, _ progress: (Int?) -> Void) {
    if case .unusable(let failure) = file.outcome {
      progress(nil)
      Console.complain(failure)
    }
  }

  /// Prints on standard error how many files an interrupted run left out.
  private func complain(ofFilesNotChecked count: Int) {
    guard count > 0 else { return }
    Console.note(
      "layoutfuzz: \(count) of \(ShownNumber.counted(paths.count, "file")) not checked"
        + (baseline.writes ? "; the baseline is not written" : ""))
  }

  private func finish(
    _ report: inout CheckReport, _ end: CheckDesk.End
  ) throws(CommandFailure) {
    var isWhole = Interruption.exitCode == nil
    if case .unavailable = end { isWhole = false }
    var failures: [CommandFailure] = []
    do throws(CommandFailure) {
      try baseline.apply(to: &report, isWhole: isWhole)
    } catch {
      failures.append(error)
    }
    let formats = CheckFormats(report, selection)
    for file in outputs.files {
      do throws(CommandFailure) {
        try file.place.write(formats.bytes(file.format))
      } catch {
        failures.append(error)
      }
    }
    try print(report, formats)
    if let first = failures.first {
      throw CommandFailure(first.code, failures.flatMap(\.messages))
    }
  }

  private func print(_ report: CheckReport, _ formats: CheckFormats) throws(CommandFailure) {
    switch outputs.printed {
    case .console:
      guard report.hasResults else { return }
      let console = Console(json: false)
      try console.say(
        CheckText(
          report, selection, Palette(isOn: console.coloured()),
          isUnlimited: selection.isUnlimited || paths.count == 1
        ).text)
    case .json:
      guard report.hasResults else { return }
      try Console.write(JSONText.document(report.json))
    case let format:
      let bytes = formats.bytes(format)
      try Console.write(String(decoding: bytes, as: UTF8.self))
      if !selection.isQuiet { Console.note(report.summary) }
    }
  }

  private func exitCode(_ report: CheckReport) -> ExitCode {
    if let stopped = Interruption.exitCode { return stopped }
    if report.failedFiles > 0 { return .internalError }
    if report.refusesNamed || report.usableFiles == 0 { return .badInput }
    return report.hasFinding(atLeast: failOn) ? .findings : .nothingFound
  }
}
