// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Digests

extension DocumentMarkup: CampaignSubject {
  package static var kind: FindingRecord.Subject { .document }
  package var fileBytes: [UInt8] { bytes }
  package var recordSize: FindingRecord.Size {
    .init([
      ("elements", elements.count),
      ("attributes", elements.reduce(0) { $0 + $1.attributes.count }),
    ])
  }

  package func bucket(of failure: FailureIdentity) -> String {
    "\(failure.stem)-" + ContentHash.text((failure.detail ?? "").utf8, digits: 6)
  }
}

extension DocumentProbe.Mistake {
  /// The failure that the mistake shows.
  ///
  /// The rule of a broken law, or the letters of the sentence, distinguish two faults of one part:
  /// sentences of broken laws name objects of the document.
  package var failure: FailureIdentity {
    FailureIdentity(
      .check(part.rawValue), verdict,
      detail: verdict.law == nil ? sentence.filter { $0.isLetter || $0 == " " } : rule)
  }
}

package typealias DocumentFinding = Finding<DocumentMarkup>
