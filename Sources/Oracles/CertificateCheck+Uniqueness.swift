// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The check that only one layout is optimal.
extension CertificateCheck {
  func rejection(
    of certificate: UniquenessCertificate, _ residuals: borrowing Residuals, optima: [Rational]
  ) throws(ArithmeticStop) -> String? {
    guard certificate.closingLevels.count == optima.count else { return "closing weights" }
    let weights = LevelWeights(certificate.closingLevels)
    if let reason = try rejection(of: certificate.closing, weights, optima: optima) {
      return "closing: " + reason
    }
    let closing = Closing(
      certificate.closing.entries, weights, constraintCount: system.constraintCount)
    var isHeld = ContiguousArray(repeating: false, count: system.constraintCount)
    if let reason = try rejection(ofLive: certificate, closing, isHeld: &isHeld) { return reason }
    for row in certificate.tight {
      guard takesPart(row.constraint) else {
        return "tight row \(row.constraint) does not exist"
      }
      let room = room(of: row.constraint, closing)
      guard (room.closesUp && room.closesDown) || isHeld[row.constraint] else {
        return "tight row \(row.constraint) is not held"
      }
      guard residuals.values[row.constraint].isZero else {
        return "tight row \(row.constraint) is not 0"
      }
    }
    var rank = ModularRank(variableCount: system.variableCount)
    let isFull = rank.isFull(certificate.tight, of: system)
    meter.otherOperations += rank.operations
    if rank.isOverLimit { throw .limit }
    return isFull ? nil : "tight rows have no full rank"
  }

  /// The multipliers that close sides, for lookups by constraint, with their weights.
  private struct Closing {
    let entries: [Multipliers.Entry]
    let weights: LevelWeights
    /// The position of each constraint's multiplier, or -1 when that is 0.
    var positions: ContiguousArray<Int32>

    /// - Precondition: no constraint has two entries.
    init(_ entries: [Multipliers.Entry], _ weights: LevelWeights, constraintCount: Int) {
      self.entries = entries
      self.weights = weights
      positions = ContiguousArray(repeating: -1, count: constraintCount)
      for (position, entry) in entries.enumerated() {
        positions[entry.constraint] = Int32(position)
      }
    }
  }

  private func room(of constraint: Int, _ closing: borrowing Closing) -> MultiplierRoom {
    let position = Int(closing.positions[constraint])
    return MultiplierRoom(
      level: Int(levels[constraint]), system.relations[constraint],
      position < 0 ? .zero : closing.entries[position].value, closing.weights)
  }

  /// Checks that the weighted sum of the live rows' open sides cannot be positive.
  private func rejection(
    ofLive certificate: UniquenessCertificate, _ closing: borrowing Closing,
    isHeld: inout ContiguousArray<Bool>
  ) throws(ArithmeticStop) -> String? {
    var sum = certificate.liveMultipliers.entries
    if sum.isEmpty && certificate.live.isEmpty { return nil }
    for entry in sum {
      guard takesPart(entry.constraint) else {
        return "live multiplier \(entry.constraint) does not exist"
      }
      if entry.value.isZero { continue }
      let room = room(of: entry.constraint, closing)
      guard entry.value.signum > 0 ? room.closesDown : room.closesUp else {
        return "live multiplier \(entry.constraint) may be negative"
      }
    }
    for side in certificate.live {
      guard takesPart(side.constraint) else { return "live row \(side.constraint) does not exist" }
      let room = room(of: side.constraint, closing)
      guard side.isPositive ? room.closesDown : room.closesUp else {
        return "live row \(side.constraint) is open on both sides"
      }
      sum.append(.init(constraint: side.constraint, value: side.isPositive ? .one : -Rational.one))
      isHeld[side.constraint] = true
    }
    guard let value = try identityValue(sum) else { return "the live variables do not cancel" }
    return value.signum <= 0 ? nil : "the live sides may add up to \(value)"
  }
}
