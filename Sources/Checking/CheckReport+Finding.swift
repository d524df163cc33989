// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import Display
import JSON
import LayoutModel
import LinearModel
import Supervision
import ToolSupport

extension CheckReport {
  /// A problem that the author of a screen has to fix, or an error in the tool.
  struct Finding: Sendable {
    let rule: LayoutRule
    let severity: FindingSeverity
    let file: String
    var location: SourceLocation?
    var screen: String?
    /// The message, one sentence without a full stop.
    let message: String
    /// The ids of its subjects: the constraints of a conflict, otherwise views.
    var involved: [String] = []
    /// The details, one line each.
    var details: [String] = []
    /// The texts for people.
    var wording: FindingWording
    /// The nearest configuration that shows it, for people; nil when there is only one.
    var nearest: String?
    /// The names of the configurations that show it, nearest first; empty when there is only one.
    var configurations: [String] = []
    /// The number of checked configurations.
    var configurationCount = 1
    /// The number of configurations in which its rule was not judged because of a conflict.
    var unjudgedCount = 0
    /// Whether it only appears with generated texts.
    var isStressOnly = false
    /// The command that explains it, in the nearest configuration; nil where there is none.
    var command: String?
    /// The identity from one run to the next, within its file; see `CheckBaseline`.
    let identity: CheckBaseline.Key
    /// Its state in the baseline.
    var baselineState = BaselineState.new
  }

  /// The state of a finding in a baseline, in one word: a report may have very many findings.
  indirect enum BaselineState: Sendable {
    /// The baseline does not contain it.
    case new
    /// The baseline contains it, maybe with the reason why a user accepts it; `file` is the one in
    /// which it does, nil where that is its own.
    case known(reason: String?, file: String?)
    /// The baseline contains it with a lower severity.
    case worse(than: FindingSeverity, file: String?)
  }
}

extension CheckReport.Finding {
  /// Whether the baseline contains it.
  var isKnown: Bool {
    if case .known = baselineState { return true }
    return false
  }

  /// Why a user accepts it; nil without a reason.
  var reason: String? {
    guard case .known(let reason, _) = baselineState else { return nil }
    return reason
  }

  /// The lower severity with which the baseline contains it; nil otherwise.
  var severityBefore: FindingSeverity? {
    guard case .worse(let severity, _) = baselineState else { return nil }
    return severity
  }

  /// The file in which the baseline contains it; nil where that is its own.
  var fileBefore: String? {
    switch baselineState {
    case .new: nil
    case .known(_, let file), .worse(_, let file): file
    }
  }

  /// - Parameters:
  ///   - problem: the problem of the document.
  ///   - file: the path of the document.
  ///   - configurations: the number of requested configurations.
  init(_ problem: DocumentReport.Problem, of file: String, _ configurations: Int) {
    let diagnostic = problem.diagnostic
    let rule = problem.rule
    // A problem of all configurations is a problem of the document.
    let isEverywhere = problem.configurations.count == configurations
    self.init(
      rule: rule, severity: FindingSeverity(diagnostic.severity), file: file,
      location: diagnostic.location, message: diagnostic.message,
      wording: FindingWording(title: diagnostic.message),
      nearest: isEverywhere ? nil : problem.configurations.first?.phrase,
      configurations: isEverywhere ? [] : problem.configurations.map(\.name),
      configurationCount: isEverywhere ? 1 : configurations,
      identity: .init(
        file: file, screen: "", rule: rule.id, objects: [], aspect: diagnostic.message))
  }

  /// - Parameters:
  ///   - found: the finding of the screen.
  ///   - screen: the report on the screen.
  ///   - file: the path of the file.
  ///   - caseSize: the size of case files that replaces their own.
  init(
    _ found: ScreenReport.Finding, of screen: ScreenReport, file: String, caseSize: LayoutSize?
  ) {
    let finding = found.finding
    // `layoutfuzz explain Main.storyboard --scope abc-12-xyz --device retina4_0`
    var words = ["layoutfuzz", "explain", ShellWord.operand(file)]
    if let id = screen.id { words += ["--scope", id] }
    words += found.configurations.first?.options(size: screen.id == nil ? caseSize : nil) ?? []
    self.init(
      rule: finding.rule, severity: found.severity, file: file,
      location: finding.location ?? screen.location, screen: screen.name,
      message: finding.message, involved: finding.key.objects, details: finding.details,
      wording: finding.wording ?? FindingWording(title: finding.message),
      identity: .init(
        file: file, screen: screen.id ?? screen.name ?? "", rule: finding.rule.id,
        objects: finding.cause.sorted(), aspect: finding.distinction))
    // Frames are compared with those of the document in its own configuration only.
    let isOfOne = screen.configurations == 1 || finding.rule == .misplaced
    configurations = isOfOne ? [] : found.configurations.map(\.name)
    nearest = isOfOne ? nil : found.configurations.first?.phrase
    configurationCount = isOfOne ? 1 : screen.configurations
    unjudgedCount = isOfOne ? 0 : screen.unjudged(finding.rule)
    isStressOnly = !found.showsAsIs
    command = words.map(ShellWord.quoted).joined(separator: " ")
  }
}

extension CheckReport.Finding {
  /// Returns the finding about a damaged file.
  static func damaged(_ diagnostic: Diagnostic, _ file: String) -> Self {
    let message = "the file cannot be read: \(diagnostic.message)"
    return Self(
      rule: .unreadable, severity: .error, file: file, location: diagnostic.location,
      message: message, wording: FindingWording(title: message),
      identity: .init(
        file: file, screen: "", rule: LayoutRule.unreadable.id, objects: [], aspect: ""))
  }
}

extension CheckReport.Finding {
  /// The word for the trust in its fixes, which were tried in the nearest configuration only.
  var verification: String {
    guard configurations.count > 1, let nearest else { return "verified" }
    return "verified: \(nearest)"
  }
}

// MARK: - Faults of the tool

extension CheckReport.Finding {
  /// Returns the finding about a contradiction inside the tool on a file.
  static func contradiction(_ messages: [String], in file: String) -> Self {
    failed("the tool contradicts itself: " + messages.joined(separator: "; "), in: file)
  }

  /// Returns the finding about a process that failed on a file.
  ///
  /// - Parameters:
  ///   - failure: the failure of the process.
  ///   - limits: the limits of the process.
  ///   - given: the options of the call: a limit that the user set is no error of the tool.
  ///   - file: the path of the file.
  /// - Returns: the finding.
  static func failed(
    _ failure: ProcessFailure, _ limits: WorkerLimits, _ given: Set<String>, in file: String
  ) -> Self {
    switch failure {
    case .crashed(let how):
      return failed("the process that checks this file ended: \(how)", in: file)
    case .garbled(let problem):
      return failed(
        "the process that checks this file sent what cannot be read: \(problem)", in: file)
    case .hung:
      let time = ShownNumber.limit(nanoseconds: limits.caseNanoseconds)
      return failed(
        "checking this file made no progress for \(time)",
        limit: SupervisionOptions.timeout, given,
        fix: "on a slow machine, raise the limit with --case-timeout", in: file)
    case .outOfMemory:
      return failed(
        "checking this file takes more memory than \(limits.memoryBytes >> 20) MB",
        limit: SupervisionOptions.memory, given,
        fix: "if the machine has more, raise the limit with --case-memory", in: file)
    }
  }

  /// - Parameters:
  ///   - message: the description of the failure.
  ///   - limit: the option of the limit that was reached.
  ///   - given: the options of the call.
  ///   - fix: the fix, for the details.
  ///   - file: the path of the file.
  /// - Returns: the finding.
  private static func failed(
    _ message: String, limit: String, _ given: Set<String>, fix: String, in file: String
  ) -> Self {
    guard given.contains(limit) else { return failed(message, details: [fix, fault], in: file) }
    return failed(
      message, details: ["the limit set with --\(limit) was reached: raise it or leave it out"],
      in: file)
  }

  private static let fault = "this is a fault of layoutfuzz; report it together with the file"

  private static func failed(
    _ message: String, details: [String] = [fault], in file: String
  ) -> Self {
    let command = ["layoutfuzz", "check", ShellWord.operand(file), "--in-process"]
    return Self(
      rule: .internal, severity: .error, file: file, message: message, details: details,
      wording: FindingWording(title: message, facts: details.map { .init($0) }),
      command: command.map(ShellWord.quoted).joined(separator: " "),
      identity: .init(
        file: file, screen: "", rule: LayoutRule.internal.id, objects: [], aspect: message))
  }
}

extension FindingSeverity {
  fileprivate init(_ severity: Diagnostic.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
