// SPDX-License-Identifier: MIT

import CampaignEngine
import LinearModel

/// Numbers that are equal for answers that are the same bit for bit.
enum Digest {
  static func of(_ outcome: SolveOutcome) -> UInt64 {
    var hash = StableHash()
    switch outcome {
    case .optimal(let solution), .feasible(let solution):
      for value in solution.values { hash.combine(value.bitPattern) }
    case .infeasible(let conflict):
      for constraint in conflict { hash.combine(constraint.index) }
    case .gaveUp:
      break
    }
    return hash.finalize()
  }

  static func of(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash()
    for byte in bytes { hash.combine(UInt64(byte)) }
    return hash.finalize()
  }
}
