// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import Display
import JSON
import ToolSupport

/// The options `--baseline`, `--write-baseline` and `--accept` of `check`.
package struct BaselineOption {
  /// The known problems with their file; nil without a baseline.
  let known: (path: String, baseline: CheckBaseline)?
  /// Whether that file does not exist, and is made for accepted findings.
  private let isNew: Bool
  private let output: (path: String, place: CaseOutput)?
  /// The present contents of the file to write; nil when the file does not exist.
  private let replaced: CheckBaseline?
  /// Whether known problems of unchecked files and devices are written again: without --force.
  private let keepsUnjudged: Bool
  private let scope: CheckedScope
  /// The findings to add to the known problems; nil without `--accept`.
  private let acceptance: CheckAcceptance?
  /// The lowest severity of findings that can be accepted: that of listed ones.
  private let leastAccepted: FindingSeverity

  /// The judged part of the checked files.
  struct CheckedScope {
    /// Whether other screens of the same file were not checked.
    let isOfOneScreen: Bool
    /// The options that choose configurations, such as `--text as-is`.
    let options: [String]
    /// The ids of the rules that were not applied.
    let disabledRules: Set<String>

    /// Whether some configurations of a baseline were not checked, in which a problem may still
    /// exist.
    func narrows(_ baseline: CheckBaseline) -> Bool { options != baseline.options ?? [] }
  }

  package static let syntax =
    [
      OptionSyntax(
        "baseline", value: "FILE", "count the problems in FILE, and fail only for others"),
      OptionSyntax(
        "write-baseline", value: "FILE",
        "write the present problems for --baseline, notes too"
      ),
    ] + CheckAcceptance.syntax

  /// - Throws: a usage error where the file may not be replaced; `.badInput` for a baseline that
  ///   cannot be read.
  package init(
    _ arguments: ParsedArguments, inputs: [String], _ selection: CheckSelection
  ) throws(CommandFailure) {
    if arguments.has("fidelity") {
      for name in ["baseline", "write-baseline", "accept", "reason"]
      where arguments.given.contains(name) {
        throw .usage("--\(name) does not go with --fidelity", seeHelpOf: "check")
      }
    }
    acceptance = try CheckAcceptance(arguments)
    let isOfOneScreen = arguments.text("scope") != nil
    scope = CheckedScope(
      isOfOneScreen: isOfOneScreen,
      options: ["device", "direction", "text", "size"].compactMap { name in
        arguments.text(name).map { "--\(name) \(ShellWord.quoted($0))" }
      } + (arguments.has("full") ? ["--full"] : []),
      disabledRules: Set(LayoutRule.allCases.map(\.id)).subtracting(selection.rules.map(\.id)))
    if let path = arguments.text("baseline") {
      isNew = acceptance != nil && !InputFiles.exists(path)
      if acceptance != nil, path == "-" || !isNew && !InputFiles.fileExists(path) {
        throw .usage("--accept needs --baseline with a file", seeHelpOf: "check")
      }
      known = (path, isNew ? CheckBaseline(options: scope.options) : try Self.read(path))
    } else {
      (known, isNew) = (nil, false)
    }
    try Self.ensureAcceptanceFits(acceptance, known, scope)
    leastAccepted = selection.least
    guard let path = arguments.text("write-baseline") else {
      if let known, acceptance != nil {
        output = (
          known.path,
          try CaseOutput(known.path, inputs: inputs, force: true, command: "check")
        )
      } else {
        output = nil
      }
      (replaced, keepsUnjudged) = (nil, false)
      return
    }
    guard path != "-", !isOfOneScreen else {
      throw .usage(
        "--write-baseline writes a file with the problems of all screens", seeHelpOf: "check")
    }
    // A baseline may replace an older one; any other file only with --force.
    let old = InputFiles.fileExists(path) ? try? Self.read(path) : nil
    let isBaseline = old != nil
    keepsUnjudged = !arguments.has("force")
    replaced = old
    let place = try CaseOutput(
      path, inputs: inputs, force: isBaseline || arguments.has("force"), command: "check")
    output = (path, place)
    if let known, CheckBaseline.links(of: known.path) != CheckBaseline.links(of: path) {
      throw .usage(
        "--baseline and --write-baseline have to be in one folder, since they name files as seen from there",
        seeHelpOf: "check")
    }
  }

  /// Refuses to accept findings of other configurations than those of the file: an update would not
  /// find them again.
  private static func ensureAcceptanceFits(
    _ acceptance: CheckAcceptance?, _ known: (path: String, baseline: CheckBaseline)?,
    _ scope: CheckedScope
  ) throws(CommandFailure) {
    guard acceptance != nil, let known, let options = known.baseline.options,
      options != scope.options
    else { return }
    throw CommandFailure(
      .usage,
      [
        Printable.line(
          "layoutfuzz check: error: \(known.path) was written with \(Self.text(options)), not with "
            + Self.text(scope.options)),
        "  fix: accept with the same options: an update would not find the problem again",
      ])
  }

  private static func read(_ path: String) throws(CommandFailure) -> CheckBaseline {
    let bytes = try InputFiles.contents(ofFile: path)
    do throws(JSONError) {
      return try CheckBaseline(decoding: bytes)
    } catch {
      throw .badInput(path, bytes, error)
    }
  }

  /// The comparison with the known problems, or with those of the file that is written again; nil
  /// without them.
  var comparison: BaselineComparison? {
    if let known { return BaselineComparison(with: known.baseline, in: known.path) }
    guard let replaced, let output else { return nil }
    return BaselineComparison(with: replaced, in: output.path)
  }

  /// Whether a baseline is written.
  var writes: Bool { output != nil }

  /// Records the fixed problems in the report, and writes the present ones.
  ///
  /// - Parameters:
  ///   - report: the report of this run.
  ///   - isWhole: whether all files were checked; otherwise nothing is written.
  /// - Throws: `.cannotWrite` with the path and the reason.
  func apply(to report: inout CheckReport, isWhole: Bool) throws(CommandFailure) {
    report.finishComparing(scope)
    if let acceptance, let known {
      if isWhole { try accept(acceptance, in: known, &report) }
      return
    }
    noteOptions(report)
    guard let output, isWhole else { return }
    let links = CheckBaseline.links(of: output.path)
    let unjudged = replaced.map { report.rest(of: $0, links, scope).unjudged } ?? report.unjudged
    let kept = keepsUnjudged ? unjudged : []
    var written = report.baseline(links, keeping: kept)
    if let replaced { written.takeReasons(of: replaced) }
    written.options = options(of: written, keeping: kept)
    try output.place.write(written.encoded)
    noteChanges(of: written, in: output.path)
    if !kept.isEmpty {
      Console.note(
        Printable.line(
          "\(output.path): keeps \(ShownNumber.counted(kept.count, "problem")) of what was not looked at"
        )
      )
    }
    report.acceptAll(of: written, links, writtenTo: output.path)
  }

  /// Returns the options of a baseline that keeps some entries of the old one: nil when they come
  /// from several runs with different ones, or are not known.
  private func options(
    of written: CheckBaseline, keeping kept: [CheckBaseline.Entry]
  ) -> [String]? {
    guard let replaced, !kept.isEmpty, replaced.options != scope.options else {
      return scope.options
    }
    return written.excess(over: replaced) == 0 ? replaced.options : nil
  }

  /// Adds the accepted findings to the known problems, and writes them.
  private func accept(
    _ acceptance: CheckAcceptance, in known: (path: String, baseline: CheckBaseline),
    _ report: inout CheckReport
  ) throws(CommandFailure) {
    var baseline = known.baseline
    let accepted = try report.accept(
      acceptance, of: leastAccepted, into: &baseline, CheckBaseline.links(of: known.path))
    try output?.place.write(baseline.encoded)
    if isNew { Console.note(Printable.line("\(known.path): new file")) }
    for (finding, before) in accepted {
      Console.note(
        Printable.line("\(known.path): accepted: ")
          + CheckEntry(finding: finding).headline(Palette(isOn: false))
          + (before.map { Printable.line(", no longer because of '\($0)'") } ?? ""))
    }
  }

  /// Notes how many problems an update has added and removed, and which options have changed.
  private func noteChanges(of written: CheckBaseline, in path: String) {
    guard let replaced else { return }
    let (added, removed) = (written.excess(over: replaced), replaced.excess(over: written))
    var parts: [String] = []
    if added + removed > 0 { parts = ["\(added) added", "\(removed) removed"] }
    if let old = replaced.options, old != written.options {
      let now = written.options.map(Self.text) ?? "several options"
      parts.append("now with \(now), before with \(Self.text(old))")
    }
    if !parts.isEmpty { Console.note(Printable.line("\(path): " + parts.joined(separator: ", "))) }
  }

  private static func text(_ options: [String]) -> String {
    options.isEmpty ? "the default configurations" : options.joined(separator: " ")
  }

  /// Notes that the baseline is one of other configurations, where that may explain new findings.
  private func noteOptions(_ report: CheckReport) {
    guard output == nil, let known, let options = known.baseline.options, options != scope.options,
      report.hasFinding(atLeast: .note)
    else { return }
    Console.note(
      Printable.line(
        "\(known.path): note: written with \(Self.text(options)), compared with "
          + "\(Self.text(scope.options)): "
          + "findings in other configurations are new"))
  }
}
