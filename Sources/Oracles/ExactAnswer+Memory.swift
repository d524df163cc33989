// SPDX-License-Identifier: MIT

import ExactNumerics

extension ExactAnswer {
  /// The approximate memory of the answer with its proofs, in bytes.
  ///
  /// - Complexity: O(numbers of the proofs), whose number may grow with the square of that of the
  ///   levels: each level has a multiplier for every level above it.
  package var byteCount: Int {
    switch status {
    case .infeasible(let certificate): return certificate.multipliers.byteCount
    case .feasible(let optimum): return optimum.byteCount
    }
  }
}

extension ExactOptimum {
  fileprivate var byteCount: Int {
    var count = point.byteCount
    for level in levels {
      count += MemoryLayout<LevelCertificate>.stride + level.optimum.ownByteCount
      count += level.multipliers.byteCount + level.higherLevels.byteCount
    }
    switch uniqueness {
    case .ambiguous(let other): count += other.byteCount
    case .unique(let proof):
      count += proof.closing.byteCount + proof.closingLevels.byteCount
      count += proof.liveMultipliers.byteCount
      count += proof.live.count * MemoryLayout<UniquenessCertificate.LiveSide>.stride
      count += proof.tight.count * MemoryLayout<UniquenessCertificate.TightRow>.stride
    }
    return count
  }
}

extension Multipliers {
  fileprivate var byteCount: Int {
    entries.reduce(0) { $0 + MemoryLayout<Entry>.stride + $1.value.ownByteCount }
  }
}

extension [Rational] {
  fileprivate var byteCount: Int {
    reduce(0) { $0 + MemoryLayout<Rational>.stride + $1.ownByteCount }
  }
}

extension Rational {
  /// The memory outside of the value itself.
  fileprivate var ownByteCount: Int { 8 * limbCount }
}
