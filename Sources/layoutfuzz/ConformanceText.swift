// SPDX-License-Identifier: MIT

import Display
import ExternalSolvers
import ToolSupport

/// The results of `conformance` as text: the verdict, failed checks, then all others.
struct ConformanceText {
  let passed: Int
  let failed: Int
  let givenUp: Int
  let undecided: Int
  private let report: Conformance.Report
  private let isVerbose: Bool
  private let isEngine: Bool
  private let words: [String]

  /// - Parameters:
  ///   - report: the results.
  ///   - isVerbose: whether the requests and responses of failed checks are printed; those of all
  ///     checks if none failed.
  ///   - isEngine: whether the program is an adapter of a layout engine.
  ///   - words: the words of the program's command.
  init(_ report: Conformance.Report, isVerbose: Bool, isEngine: Bool, words: [String]) {
    self.report = report
    self.isVerbose = isVerbose
    self.isEngine = isEngine
    self.words = words
    failed = report.results.count { if case .failed = $0.status { true } else { false } }
    givenUp = report.results.count { if case .gaveUp = $0.status { true } else { false } }
    undecided = report.results.count { $0.status == .undecided }
    passed = report.results.count { $0.status == .passed }
  }

  /// The largest number of exchanges of one check that are printed.
  private static let exchangesMax = 12
  /// The largest number of characters of a printed request or response.
  private static let charactersMax = 400

  private var isClean: Bool { failed + givenUp + undecided == 0 }

  func lines(_ palette: Palette) -> [String] {
    let failures = report.results.filter { $0.isFailure }
    var lines = [verdict(palette)]
    lines += report.remarks.map { palette.yellow("warning") + ": " + Printable.line($0) }
    lines.append("")
    for result in failures { lines += self.lines(result, palette) }
    if !failures.isEmpty { lines.append("") }
    for result in report.results where result.status == .passed {
      lines += self.lines(result, palette)
    }
    lines += notOffered(palette)
    return isVerbose ? lines : lines + ["", next]
  }

  /// The checks of what the program does not offer; their number alone if not verbose.
  private func notOffered(_ palette: Palette) -> [String] {
    let results = report.results.filter { $0.status == .notOffered }
    if isVerbose { return results.flatMap { lines($0, palette) } }
    if results.isEmpty { return [] }
    return ["not offered  \(ShownNumber.counted(results.count, "check")) (--verbose lists them)"]
  }

  /// The next command: the requests of the checks that failed, or a campaign.
  private var next: String {
    let words = words.map(ShellWord.quoted).joined(separator: " ")
    if !isClean {
      return "layoutfuzz conformance \(isEngine ? "--engine " : "")--verbose -- \(words)"
    }
    return "layoutfuzz fuzz --\(isEngine ? "engine" : "external") \(ShellWord.quoted(words))"
  }

  /// Returns the verdict: the numbers of checks by their result.
  private func verdict(_ palette: Palette) -> String {
    let program = Printable.line(report.program)
    let skipped = report.results.count { $0.status == .notOffered }
    let total = report.results.count - skipped
    var parts: [String] = []
    if isClean {
      parts.append(palette.green("all \(ShownNumber.counted(total, "check")) passed"))
    } else {
      if failed > 0 { parts.append(palette.red("\(failed) of \(total) checks failed")) }
      if givenUp > 0 { parts.append("\(givenUp) given up") }
      if undecided > 0 { parts.append("\(undecided) undecided") }
      parts.append("\(passed) passed")
    }
    if skipped > 0 { parts.append("\(skipped) not offered") }
    return "\(program): " + parts.joined(separator: ", ")
  }

  private func lines(_ result: Conformance.Result, _ palette: Palette) -> [String] {
    var lines: [String]
    switch result.status {
    case .passed: lines = [palette.green("passed") + "       \(result.name)"]
    case .notOffered: lines = ["not offered  \(result.name)"]
    case .undecided:
      lines = [palette.yellow("undecided") + "    \(result.name)"]
      lines += WrappedText.lines("the exact comparison takes too long", after: Self.indent)
    case .failed(let mismatch):
      lines = [palette.red("failed") + "       \(result.name)"]
      lines += WrappedText.lines(Printable.line("\(mismatch)"), after: Self.indent)
    case .gaveUp(let reason):
      lines = [palette.red("gave up") + "      \(result.name)"]
      let reason = reason.isEmpty ? "no reason given" : Printable.line(reason)
      lines += WrappedText.lines(reason, after: Self.indent)
    }
    guard isVerbose, result.isFailure || isClean else { return lines }
    return lines + Self.lines(result.exchanges)
  }

  private static let indent = String(repeating: " ", count: 13)

  private static func lines(_ exchanges: [Conformance.Exchange]) -> [String] {
    var lines: [String] = []
    for exchange in exchanges.prefix(exchangesMax) {
      lines.append("  request    " + shortened(exchange.request))
      lines.append("  response   " + (exchange.response.map(shortened) ?? "none"))
    }
    if exchanges.count > exchangesMax {
      lines.append("  \(exchanges.count - exchangesMax) more requests")
    }
    return lines
  }

  /// Returns a line of the protocol, with the number of characters that are missing.
  private static func shortened(_ text: String) -> String {
    let text = Printable.line(text)
    guard text.count > charactersMax else { return text }
    let rest = ShownNumber.counted(text.count - charactersMax, "character")
    return "\(text.prefix(charactersMax))... (\(rest) more)"
  }
}

extension Conformance.Result {
  /// Whether the check failed, or has no verdict.
  fileprivate var isFailure: Bool {
    switch status {
    case .failed, .gaveUp, .undecided: true
    case .passed, .notOffered: false
    }
  }
}
