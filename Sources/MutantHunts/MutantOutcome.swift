// SPDX-License-Identifier: MIT

import Judging

/// The outcome of one mutant, over all seeds.
package struct MutantOutcome: Sendable {
  /// One hunt.
  package struct Run: Sendable {
    package let seed: UInt64
    package let caught: MutantCatch
    /// The time of the hunt.
    package let nanoseconds: UInt64

    /// Whether the fault was found: a failure for another reason does not prove that the fault is
    /// visible.
    package var found: Bool { caught.specimen != nil && caught.trueFailures > 0 }
  }

  package let mutant: Mutant
  /// The hunts in the order of the seeds; at least one.
  package let runs: [Run]

  /// The number of seeds that found it: a case that fails with the fault and passes without it.
  package var foundCount: Int { runs.count(where: \.found) }

  /// Whether every seed found it.
  package var isFound: Bool { foundCount == runs.count }

  /// The most frequent specimen; of several equally frequent ones that of the first seed.
  package var canonical: MutantCatch.Specimen? {
    let specimens = runs.compactMap(\.caught.specimen)
    var best: (specimen: MutantCatch.Specimen, count: Int)?
    for specimen in specimens {
      let count = specimens.count { $0.file == specimen.file }
      if count > best?.count ?? 0 { best = (specimen, count) }
    }
    return best?.specimen
  }

  /// The share of the seeds with the canonical case, byte for byte.
  package var canonicalShare: Double {
    guard let canonical else { return 0 }
    let alike = runs.count { $0.caught.specimen?.file == canonical.file }
    return Double(alike) / Double(runs.count)
  }

  /// The share of the failing cases that the fault truly causes; nil without failing cases.
  package var purity: Double? {
    let failures = runs.reduce(0) { $0 + $1.caught.failures }
    if failures == 0 { return nil }
    return Double(runs.reduce(0) { $0 + $1.caught.trueFailures }) / Double(failures)
  }

  /// The kinds of failure that show the fault although they are not the expected ones.
  package var slippedTo: [String] {
    let kinds = runs.compactMap(\.caught.specimen?.kind).filter { !mutant.seenBy.contains($0) }
    return Set(kinds.map(\.name)).union(otherKinds).sorted()
  }

  /// The observed kinds of failure other than the expected ones.
  private var otherKinds: [String] { runs.flatMap { $0.caught.otherKinds.map(\.kind) } }

  /// The largest excess of a minimized size over that of the smallest hand-made case; nil when
  /// nothing was found.
  package var sizeAboveHandMade: Int? {
    runs.compactMap { $0.caught.specimen.map { $0.size - mutant.handMadeSize } }.max()
  }

  /// The median time of all seeds; of two middle ones the larger.
  package var medianNanoseconds: UInt64 {
    let times = runs.map(\.nanoseconds).sorted()
    return times[times.count / 2]
  }

  /// The median number of cases; of two middle ones the larger.
  package var medianCases: Int {
    let counts = runs.map(\.caught.cases).sorted()
    return counts[counts.count / 2]
  }

  /// The internal errors that ended hunts.
  package var problems: [String] { runs.compactMap(\.caught.problem) }
}
