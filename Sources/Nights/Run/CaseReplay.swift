// SPDX-License-Identifier: MIT

import Digests
import Foundation
import JSON
import LayoutModel
import Supervision
import ToolSupport

/// Runs cases again, each by `layoutfuzz replay` in a process of its own: a case that ends its
/// process, or never comes to an end, ends nothing else.
struct CaseReplay: Sendable {
  /// A case, and the bucket of the finding that it belongs to.
  struct Item: Sendable {
    /// As it is kept in mind over nights.
    let path: String
    /// Where it is now.
    let file: String
    let bucket: String?
    /// Why it must not be run: it is not the case that was stored.
    ///
    /// Nil where nothing is known against it.
    var change: String?
  }

  /// What the names of its files begin with.
  static let filePrefix = "replay-"

  /// What a process prints goes to files in this folder, which are gone at the end.
  let folder: String
  /// How long a case may take, and the options that say so.
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
    // Without its record, nobody knows who is to be wrong on it: then all pass, and it would be
    // called fixed.
    if let change = item.change { return replayed(.unusable(change)) }
    if let bucket = item.bucket, !Self.isOfBucket(bucket, item.file) {
      return replayed(.unusable("its finding.json is missing or spoiled, or names another bucket"))
    }
    var end = start(item.file, name)
    // A busy machine makes processes late: what is wrong is so twice.
    var suspicion = Suspicion()
    while let death = end?.death, !suspicion.confirms(death), Interruption.signal == 0 {
      end = start(item.file, name)
    }
    guard let end else {
      return Interruption.signal == 0 ? replayed(.unusable("no process can be started")) : nil
    }
    if Interruption.signal != 0 { return nil }
    switch end {
    case .hung:
      return replayed(.fails([failure("hang", "it does not come to an end")]))
    case .signal(let number, _):
      return replayed(.fails([failure("crash", "it ends its process with signal \(number)")]))
    case .code(let code): return replayed(outcome(code, name))
    }
  }

  private static func isOfBucket(_ bucket: String, _ file: String) -> Bool {
    let folder = file.split(scalar: "/").dropLast()
    let record = folder.joined(separator: "/") + "/finding.json"
    guard let bytes = try? InputFiles.contents(ofFile: record) else { return false }
    return (try? JSONParser.parse(bytes))?["signature"]?.string == bucket
  }

  private func failure(_ verdict: String, _ summary: String) -> ReplayedCase.Failure {
    .init(subject: "replay", verdict: verdict, summary: summary)
  }

  private func start(_ file: String, _ name: String) -> ToolProcess.End? {
    ToolProcess.undisturbed(
      ["replay", "--json"] + options + ["--", file], output: name, limit: limit)
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

  /// What 'replay' says of each strategy.
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
        subject: subject, verdict: verdict, summary: answer["summary"]?.string ?? verdict)
    }
  }
}
