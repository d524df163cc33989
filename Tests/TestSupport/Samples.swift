// SPDX-License-Identifier: MIT

import CorpusStore
import LayoutModel

/// Small cases that differ in one number.
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
  FindingRecord(
    signature: signature, strategy: "simplex", verdict: "worseThanOptimal",
    summary: "simplex puts v1.left at 10, 4 pt away from every correct answer", seed: .max,
    caseIndex: 12, profile: "wellFormed",
    original: FindingRecord.Size(views: 9, constraints: 14, guides: 1),
    minimized: FindingRecord.Size(views: 2, constraints: 1, guides: 0),
    minimizationEnd: "fixpoint", calls: 60, acceptedSteps: 9,
    reducers: [FindingRecord.ReducerWork(name: "bulk", attempts: 4, successes: 2)],
    toolVersion: "0.1.0")
}
