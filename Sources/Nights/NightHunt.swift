// SPDX-License-Identifier: MIT

import Judging
import MutantHunts

/// The choice of planted faults that one night hunts: some of all, in turn, so that after some
/// nights each was hunted.
package enum NightHunt {
  /// Returns the mutants of a night.
  ///
  /// `count` is the number of mutants in each night, at most all of them. Nights are numbered from
  /// 1.
  package static func mutants(_ count: Int, ofNight number: Int) -> [Mutant] {
    let all = MutantCatalog.all
    let wanted = min(max(0, count), all.count)
    // The step shares no divisor with their number, because neighbours in the list are faults of
    // the same part.
    let stride = self.stride(all.count)
    return (0..<wanted).map { offset in
      all[((number % all.count) * wanted + offset) % all.count * stride % all.count]
    }
  }

  /// Returns about a third of the count, without a common divisor.
  static func stride(_ count: Int) -> Int {
    func divisor(_ one: Int, _ other: Int) -> Int {
      other == 0 ? one : divisor(other, one % other)
    }
    var stride = max(1, count / 3)
    while divisor(stride, count) != 1 { stride += 1 }
    return stride
  }
}

extension NightRecord.Hunted {
  package init(_ outcome: MutantOutcome) {
    let smallest = outcome.runs.compactMap(\.caught.specimen?.size).min()
    self.init(
      name: outcome.mutant.name, isFound: outcome.isFound,
      cases: outcome.runs.reduce(0) { $0 + $1.caught.cases },
      size: outcome.isFound ? smallest : nil, handMadeSize: outcome.mutant.handMadeSize)
  }
}
