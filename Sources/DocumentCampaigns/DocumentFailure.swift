// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Digests
import JSON
import Judging
import Oracles

extension DocumentMarkup: CampaignSubject {
  package typealias Failure = DocumentFailure

  package static var kind: FindingRecord.Subject { .document }
  package var fileBytes: [UInt8] { bytes }
  package var recordSize: FindingRecord.Size {
    .init([
      ("elements", elements.count),
      ("attributes", elements.reduce(0) { $0 + $1.attributes.count }),
    ])
  }
}

/// A way in which the tool fails on a document.
package struct DocumentFailure: CampaignFailure, DiagnosedFailure {
  package typealias Subject = DocumentMarkup

  package let part: DocumentProbe.Part
  package let verdict: FailureKind
  /// The rule of a broken law, or the letters of the sentence: two faults of one part differ in it.
  private let shape: String

  /// - Parameter mistake: the mistake as a run showed it.
  package init(_ mistake: DocumentProbe.Mistake) {
    part = mistake.part
    verdict = mistake.verdict
    // Sentences of broken laws name objects of the document.
    shape = verdict.law == nil ? mistake.sentence.filter { $0.isLetter || $0 == " " } : mistake.rule
  }

  private init(part: DocumentProbe.Part, verdict: FailureKind, shape: String) {
    self.part = part
    self.verdict = verdict
    self.shape = shape
  }

  package var accusedName: String { part.rawValue }
  package var kind: String { verdict.name }
  package var pendingQueue: PendingQueue { PendingQueue(kind: "\(accusedName)-\(kind)") }

  package func bucket(_ minimized: DocumentMarkup) -> String {
    "\(accusedName)-\(kind)-" + ContentHash.text(shape.utf8, digits: 6)
  }

  package var json: JSONValue {
    [.string(part.rawValue), .string(verdict.name), .string(shape)]
  }

  package init(json: JSONValue) throws(JSONError) {
    let words = try json.requiredArray("a part, a verdict and a text", count: 3)
    self.init(
      part: try words[0].requiredCase(of: DocumentProbe.Part.self),
      verdict: try words[1].requiredFailureKind(),
      shape: try words[2].requiredString("a text"))
  }
}

package typealias DocumentFinding = Finding<DocumentMarkup>
