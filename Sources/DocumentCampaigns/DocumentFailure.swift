// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Digests
import JSON
import Judging

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
package struct DocumentFailure: CampaignFailure {
  package typealias Subject = DocumentMarkup

  package let part: DocumentProbe.Part
  package let verdict: FailureKind
  /// The sentence of the failure without numbers and names: two faults of one part differ in it.
  private let shape: String

  /// - Parameter mistake: the mistake as a run showed it.
  package init(_ mistake: DocumentProbe.Mistake) {
    part = mistake.part
    verdict = mistake.verdict
    shape = Self.shape(of: mistake)
  }

  private init(part: DocumentProbe.Part, verdict: FailureKind, shape: String) {
    self.part = part
    self.verdict = verdict
    self.shape = shape
  }

  /// Laws have one bucket for each rule, other mistakes one for each text without its numbers.
  private static func shape(of mistake: DocumentProbe.Mistake) -> String {
    if mistake.verdict.law != nil {
      let quoted = mistake.sentence.split(separator: "'", omittingEmptySubsequences: false)
      return quoted.count > 2 ? String(quoted[1]) : ""
    }
    let letters = mistake.sentence.unicodeScalars.filter { $0.properties.isAlphabetic || $0 == " " }
    return String(String.UnicodeScalarView(letters))
  }

  package var accused: String { part.rawValue }
  package var kind: String { verdict.name }
  package var causeName: String? { nil }
  package var pendingBucket: PendingBucket { PendingBucket(kind: "\(accused)-\(kind)") }

  package func bucket(_ minimized: DocumentMarkup) -> String {
    var hash = StableHash()
    hash.combine(shape)
    let digits = String(hash.finalize() & 0xFF_FFFF, radix: 16)
    return "\(accused)-\(kind)-" + String(repeating: "0", count: 6 - digits.count) + digits
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
