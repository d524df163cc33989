// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import JSON
import Judging
import LayoutModel
import Oracles
import Scripts

/// The input of a solver under test, as a campaign stores it: its file, its size and its buckets.
package protocol CampaignSubject: Sendable, Equatable {
  /// The kind of subject, which determines the names of the files and the format of the record of
  /// its findings.
  static var kind: FindingRecord.Subject { get }
  /// The text of its file.
  var fileBytes: [UInt8] { get }
  var recordSize: FindingRecord.Size { get }
  /// The subject inside a larger file.
  var json: JSONValue { get }

  init(json: JSONValue) throws(JSONError)

  /// Returns the name of the bucket of a failure, in which this is the minimized subject.
  func bucket(of failure: FailureIdentity) -> String
}

extension CampaignSubject {
  /// Returns the place of a finding with this subject: its bucket, or the queue of those that wait
  /// for minimization.
  package func signature(of failure: FailureIdentity, isSmallest: Bool) -> String {
    isSmallest ? bucket(of: failure) : failure.pendingQueue.name
  }
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
  package static var kind: FindingRecord.Subject { .layout }
  package var fileBytes: [UInt8] { CaseFile.encode(self) }
  package var recordSize: FindingRecord.Size {
    .init([("views", views.count), ("constraints", constraints.count), ("guides", guides.count)])
  }
  package var json: JSONValue { CaseFile.value(of: self) }

  package init(json: JSONValue) throws(JSONError) { self = try json.layout() }
}

extension SolverScript: CampaignSubject {
  package static var kind: FindingRecord.Subject { .script }
  package var fileBytes: [UInt8] { encoded }
  package var recordSize: FindingRecord.Size {
    .init([
      ("steps", steps.count), ("constraints", constraintCount), ("variables", variableCount),
    ])
  }
}
