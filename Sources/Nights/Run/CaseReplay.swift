// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Display
import Foundation
import JSON
import LayoutModel
import Processes
import Supervision
import ToolSupport

/// A replay of cases, each by `layoutfuzz replay` in a process of its own.
///
/// A case that ends its process, or never ends, affects nothing else.
struct CaseReplay: Sendable {
  /// A case, and the bucket of its finding.
  struct Item: Sendable {
    /// The path under which results are recorded over nights.
    let path: String
    /// The current path of the file.
    let file: String
    let bucket: String?
    /// The reason why it must not be run, since it is not the stored case; nil without one.
    var change: String?
    /// The options that start the program of a finding about another program; nil for other cases.
    var options: [String]?
  }

  /// The prefix of the names of its files.
  static let filePrefix = "replay-"

  /// The folder for the output files of processes, which are removed at the end.
  let folder: String
  /// The time limit of a case, and the options that set it.
  let limit: UInt64
  let options: [String]

  /// - Returns: nil when the run is stopped.
  func run(_ item: Item, number: Int) -> ReplayedCase? {
    let name = "\(folder)/\(Self.filePrefix)\(number)"
    defer { ToolProcess.removeOutput(name) }
    let bytes = (try? InputFiles.contents(ofFile: item.file)) ?? []
    func replayed(_ outcome: ReplayedCase.Outcome) -> ReplayedCase {
      ReplayedCase(
        path: item.path, bucket: item.bucket, hash: ContentHash.text(bytes, digits: 8),
        outcome: outcome)
    }
    // Without its record, the failing solver is unknown. All solvers would pass, and the case would
    // be called fixed.
    if let change = item.change { return replayed(.unusable(change)) }
    if let bucket = item.bucket, !Self.isOfBucket(bucket, item.file) {
      return replayed(.unusable("its finding.json is missing or spoiled, or names another bucket"))
    }
    var end = start(item, name)
    // A busy machine starts processes late: a failure must occur twice.
    var suspicion = Suspicion()
    while let death = end?.death, !suspicion.confirms(death), Interruption.signal == 0 {
      end = start(item, name)
    }
    guard let end else {
      return Interruption.signal == 0 ? replayed(.unusable("no process can be started")) : nil
    }
    if Interruption.signal != 0 { return nil }
    switch end {
    case .hung:
      return replayed(.fails([failure("hang", "it does not end")]))
    case .signal(let number, _):
      return replayed(.fails([failure("crash", "it ends its process with signal \(number)")]))
    case .code(let code): return replayed(outcome(code, name))
    }
  }

  private static func isOfBucket(_ bucket: String, _ file: String) -> Bool {
    let record = try? FindingStore.record(in: PathText.split(file).folder)
    return record?.signature == bucket
  }

  private func failure(_ verdict: String, _ summary: String) -> ReplayedCase.Failure {
    .init(failing: FailingPart("replay", text: verdict), summary: summary)
  }

  private func start(_ item: Item, _ name: String) -> CompletedProcess.End? {
    ToolProcess.undisturbed(
      ["replay", "--json"] + (item.options ?? options) + ["--", item.file], output: name,
      limit: limit)
  }

  private func outcome(_ code: Int32, _ name: String) -> ReplayedCase.Outcome {
    switch ExitCode(rawValue: code) {
    case .nothingFound:
      return verdicts(in: "\(name).out").contains("undecided") ? .undecided : .passes
    // No answer has a verdict.
    case .unavailable where !verdicts(in: "\(name).out").isEmpty: return .undecided
    case .findings:
      let failures = failures(in: "\(name).out")
      return failures.isEmpty
        ? .unusable("'replay' says that it fails, and not how") : .fails(failures)
    default:
      return .unusable(ToolProcess.lastErrorLine(name) ?? "'replay' ends with \(code)")
    }
  }

  /// Returns the statements of 'replay' about each strategy.
  private func answers(in file: String) -> [JSONValue] {
    guard let bytes = try? InputFiles.contents(ofFile: file),
      let value = try? JSONParser.parse(bytes)
    else { return [] }
    return (value["cases"]?.array ?? []).flatMap { $0["strategies"]?.array ?? [] }
  }

  private func verdicts(in file: String) -> [String] {
    answers(in: file).compactMap { $0["verdict"]?.string }
  }

  private func failures(in file: String) -> [ReplayedCase.Failure] {
    answers(in: file).compactMap { answer in
      guard let subject = answer["name"]?.string, let verdict = answer["verdict"]?.string,
        answer["isFailure"]?.bool == true
      else { return nil }
      return .init(
        failing: FailingPart(subject, text: verdict), summary: answer["summary"]?.string ?? verdict)
    }
  }
}
