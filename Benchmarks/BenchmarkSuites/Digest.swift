// SPDX-License-Identifier: MIT

import CaseFormats
import Digests
import LayoutModel
import LinearModel

/// Hashes that are equal for equal inputs and answers.
enum Digest {
  /// Returns a hash that is equal for values that are the same to 0.001 pt.
  ///
  /// Two builds may round the last bits differently. The borders between the thousandths are at
  /// places without values of layouts, which are sums and fractions of whole numbers with small
  /// denominators.
  static func of(_ outcome: SolveOutcome) -> UInt64 {
    var hash = StableHash()
    switch outcome {
    case .optimal(let solution), .feasible(let solution):
      for value in solution.values {
        // Adding 0 makes a negative zero positive.
        hash.combine(((value * 1000 + 0.381_966_011).rounded(.down) + 0).bitPattern)
      }
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

  static func of(_ systems: [LinearSystem]) -> UInt64 {
    var hash = StableHash()
    for system in systems {
      hash.combine(system.variableCount)
      for row in 0..<system.constraintCount {
        hash.combine(Int(system.relations[row].rawValue))
        hash.combine(system.strengths[row].value.bitPattern)
        hash.combine(system.constants[row].bitPattern)
        for cell in system.cells(of: row) {
          hash.combine(Int(system.columns[cell]))
          hash.combine(system.coefficients[cell].bitPattern)
        }
        hash.combine(system.cells(of: row).count)
      }
    }
    return hash.finalize()
  }

  static func of(_ cases: [LayoutCase]) -> UInt64 {
    var hash = StableHash()
    for layoutCase in cases { hash.combine(of(CaseFile.encode(layoutCase))) }
    return hash.finalize()
  }
}
