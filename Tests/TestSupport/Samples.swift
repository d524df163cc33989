// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import LayoutModel

/// Returns a small case that depends on one number.
package func sampleCase(_ number: Int) -> LayoutCase {
  LayoutCase(
    environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
    views: [View(id: "root", parent: nil), View(id: "v1", parent: 0)],
    constraints: [
      LayoutConstraint(id: "c1", first: Anchor(.view(1), .width), constant: LayoutNumber(number))
    ])
}

package func sampleRecord(_ signature: String = "simplex-worseThanOptimal-3f9a1c07")
  -> FindingRecord
{
  var record = FindingRecord(
    .layout, FailureIdentity(.strategy("simplex"), .worseThanOptimal), signature: signature,
    summary: "simplex puts v1.left at 10, 4 pt away from every correct answer",
    original: .init([("views", 9), ("constraints", 14), ("guides", 1)]),
    minimized: .init([("views", 2), ("constraints", 1), ("guides", 0)]), toolVersion: "0.1.0")
  record.seed = .max
  record.caseIndex = 12
  record.profile = "wellFormed"
  record.minimization = .init(
    end: "fixpoint", calls: 60, acceptedSteps: 9,
    reducers: [.init(name: "bulk", attempts: 4, successes: 2)])
  return record
}

package func sampleFiles(_ minimized: LayoutCase, _ record: FindingRecord) -> FindingFiles {
  FindingFiles(record, minimized: CaseFile.encode(minimized))
}

/// Returns the text of the case file of a sample.
package func sampleBytes(_ number: Int) -> [UInt8] { CaseFile.encode(sampleCase(number)) }
