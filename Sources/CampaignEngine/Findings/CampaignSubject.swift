// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import JSON
import Judging
import LayoutModel
import Oracles
import Scripts

/// The input of a solver under test, as a campaign stores it: its file, its size and its failures.
package protocol CampaignSubject: Sendable, Equatable {
  associatedtype Failure: CampaignFailure where Failure.Subject == Self

  /// The kind of subject, which determines the names of the files and the format of the record of
  /// its findings.
  static var kind: FindingRecord.Subject { get }
  /// The text of its file.
  var fileBytes: [UInt8] { get }
  var recordSize: FindingRecord.Size { get }

  /// The subject inside a larger file.
  var json: JSONValue { get }
  init(json: JSONValue) throws(JSONError)
}

/// A way in which a solver fails: minimization keeps it, and it begins the name of a bucket.
package protocol CampaignFailure: Sendable, Hashable {
  associatedtype Subject

  /// The name of the strategy, law, part of the tool, session or program that is wrong.
  var accusedName: String { get }
  var verdict: FailureKind { get }
  /// The verdict with its cause where that is known, as `worseThanOptimal-alone`.
  var kind: String { get }
  /// The cause; nil where causes are not distinguished.
  var knownCause: FailureCause? { get }
  /// The queue of subjects whose minimization was cut short.
  var pendingQueue: PendingQueue { get }
  func bucket(_ minimized: Subject) -> String

  /// The failure inside a larger file.
  var json: JSONValue { get }
  init(json: JSONValue) throws(JSONError)
}

extension CampaignFailure {
  package var knownCause: FailureCause? { nil }

  /// The failure as the files of nights have it.
  package var failing: FailingPart { FailingPart(accusedName, verdict, knownCause) }
}

extension FindingRecord.Subject {
  /// The word for the path of a subject that is not on disk.
  var placeholder: String {
    switch self {
    case .layout: return "CASE"
    case .script, .engine: return "SCRIPT"
    case .document: return "DOCUMENT"
    }
  }
}

extension LayoutCase: CampaignSubject {
  package typealias Failure = FailureSignature.Kind

  package static var kind: FindingRecord.Subject { .layout }
  package var fileBytes: [UInt8] { CaseFile.encode(self) }
  package var recordSize: FindingRecord.Size {
    .init([("views", views.count), ("constraints", constraints.count), ("guides", guides.count)])
  }

  package var json: JSONValue { CaseFile.value(of: self) }
  package init(json: JSONValue) throws(JSONError) { self = try json.layout() }
}

extension FailureSignature.Kind: CampaignFailure {
  package var accusedName: String { accused.name }
  package var kind: String { verdict.name }

  package func bucket(_ minimized: LayoutCase) -> String {
    FailureSignature(self, minimized: minimized).bucket
  }

  package var json: JSONValue { [.string(accused.name), .string(verdict.name)] }

  package init(json: JSONValue) throws(JSONError) {
    let words = try json.requiredArray("who is wrong and how", count: 2)
    self.init(
      name: try words[0].requiredString("who is wrong"),
      verdict: try words[1].requiredFailureKind())
  }
}

extension SolverScript: CampaignSubject {
  package typealias Failure = ScriptFailure

  package static var kind: FindingRecord.Subject { .script }
  package var fileBytes: [UInt8] { encoded }
  package var recordSize: FindingRecord.Size {
    .init([
      ("steps", steps.count), ("constraints", constraintCount), ("variables", variableCount),
    ])
  }
}

extension ScriptFailure: CampaignFailure {
  package var accusedName: String { solver }
  package var knownCause: FailureCause? { cause }

  package var json: JSONValue {
    .array(
      [.string(solver), .string(verdict.name), .string(cause.name)]
        + (ending.map { [.string($0.exit), .string($0.words)] } ?? []))
  }

  /// - Parameter json: three words, or five for one that ends its process in a way of its own.
  /// - Throws: when the value is no such list of words.
  package init(json: JSONValue) throws(JSONError) {
    let words = try json.requiredArray("a failure")
    guard words.count == 3 || words.count == 5 else {
      throw json.error("expected three or five words")
    }
    self.init(
      solver: try words[0].requiredString("the name of a solver"),
      verdict: try words[1].requiredFailureKind(),
      cause: try words[2].requiredFailureCause(),
      ending: words.count == 3
        ? nil
        : CrashEnding(
          exit: try words[3].requiredString("how a process ended"),
          words: try words[4].requiredString("its last words")))
  }
}
