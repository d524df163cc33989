// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import Reporting
import ToolSupport

/// One run of `check` over files, which prints results in the order of files and writes files at
/// the end.
package struct CheckRun {
  let paths: [String]
  /// The paths of the command line.
  let named: Set<String>
  let failOn: FindingSeverity
  let baseline: BaselineOption
  /// The destination of a gallery; nil for none.
  let place: CaseOutput?
  let printsJSON: Bool
  /// Whether the page is the only text on standard output.
  let takesOutput: Bool

  package init(
    paths: [String], named: Set<String>, failOn: FindingSeverity, baseline: BaselineOption,
    place: CaseOutput?, printsJSON: Bool, takesOutput: Bool
  ) {
    self.paths = paths
    self.named = named
    self.failOn = failOn
    self.baseline = baseline
    self.place = place
    self.printsJSON = printsJSON
    self.takesOutput = takesOutput
  }

  private var console: Console { Console(json: printsJSON || takesOutput) }

  /// Whether findings are printed while other files are still checked.
  ///
  /// Once a baseline is written, no finding is new.
  private var isStreaming: Bool { !printsJSON && !baseline.writes }

  /// - Throws: `.cannotWrite`, after all other files are written; `.unavailable` when the system
  ///   cannot start any more processes, after the present results are printed.
  package func run(on desk: CheckDesk) throws(CommandFailure) -> ExitCode {
    var report = CheckReport(comparedWith: baseline.comparison)
    let palette = Palette(isOn: console.coloured())
    var printing: CommandFailure?
    var checked: Set<String> = []
    Interruption.watch()
    let end = desk.check(paths) { file in
      checked.insert(file.path)
      report.add(file, isNamed: named.contains(file.path))
      complain(of: file)
      guard isStreaming, printing == nil, let text = report.newText(palette) else { return .next }
      do throws(CommandFailure) {
        try console.say(text)
      } catch {
        printing = error
        // The files that are written at the end still have all results.
        if place == nil { return .stop }
      }
      return .next
    }
    // A stop may cut a file short while later ones are done.
    report.filesNotChecked = paths.filter { !checked.contains($0) }
    try finish(&report, palette, end, printing)
    complain(ofFilesNotChecked: report.filesNotChecked.count)
    if case .unavailable(let failure) = end, Interruption.exitCode == nil { throw failure }
    return exitCode(report)
  }

  /// Prints on standard error why a file cannot be used, or which option has no effect.
  private func complain(of file: CheckedFile) {
    if case .unusable(let failure) = file.outcome { Console.complain(failure) }
    if let remark = file.remark { Console.complain("layoutfuzz: \(file.path): note: \(remark)") }
  }

  /// Prints on standard error how many files an interrupted run left out.
  private func complain(ofFilesNotChecked count: Int) {
    guard count > 0 else { return }
    Console.complain(
      "layoutfuzz: \(count) of \(ShownNumber.counted(paths.count, "file")) not checked"
        + (baseline.writes ? "; the baseline is not written" : ""))
  }

  private func finish(
    _ report: inout CheckReport, _ palette: Palette, _ end: CheckDesk.End,
    _ printing: CommandFailure?
  ) throws(CommandFailure) {
    var isWhole = Interruption.exitCode == nil && (printing == nil || place != nil)
    if case .unavailable = end { isWhole = false }
    try baseline.apply(to: &report, isWhole: isWhole)
    if let place {
      try place.write(Array(GalleryPage.html(report.gallery(failOn: failOn)).utf8))
    }
    if let printing { throw printing }
    guard report.hasResults else { return }
    if printsJSON { return try Console.write(JSONText.document(report.json)) }
    let texts = [report.newText(palette), report.closingText].compactMap(\.self)
    try console.say(texts.joined(separator: "\n"))
  }

  private func exitCode(_ report: CheckReport) -> ExitCode {
    if let stopped = Interruption.exitCode { return stopped }
    if report.failedFiles > 0 { return .internalError }
    if report.refusesNamed || report.usableFiles == 0 { return .badInput }
    return report.hasFinding(atLeast: failOn) ? .findings : .nothingFound
  }
}
