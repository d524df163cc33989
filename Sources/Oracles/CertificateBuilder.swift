// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A builder of an answer's certificates from the final multipliers of each level.
///
/// The multipliers of level `p` may break the range of a constraint on a side that a higher level
/// `q` has closed. Adding the multipliers of level `q`, which have room exactly there, `mu_q` times
/// compensates for it. The sum runs from the lowest level above `p` to the highest, because a
/// level's multipliers may need higher ones but never lower ones.
struct CertificateBuilder: ~Copyable {
  private let system: LinearSystem
  private let table: LevelTable
  /// The multipliers by level (1 is index 0).
  private let multipliers: [Multipliers]
  private let optima: [Rational]
  /// The sides that each level closed (level 1 is index 0).
  private var closedSides: [[Side]]
  private let meter: DigitMeter

  private struct Side {
    // 32 bits, for large systems have a side for each constraint.
    private let index: Int32
    let isUp: Bool

    init(constraint: Int, isUp: Bool) {
      index = Int32(constraint)
      self.isUp = isUp
    }

    var constraint: Int { Int(index) }
  }

  init<Number>(_ run: borrowing SystemRun<Number>) {
    system = run.system
    table = run.table
    multipliers = run.multipliers
    optima = run.optima
    meter = run.meter
    closedSides = optima.map { _ in
      var sides: [Side] = []
      sides.reserveCapacity(16)
      return sides
    }
    for constraint in 0..<system.constraintCount {
      let up = Int(run.closedUp[constraint])
      if up > 0, up <= optima.count {
        closedSides[up - 1].append(Side(constraint: constraint, isUp: true))
      }
      let down = Int(run.closedDown[constraint])
      if down > 0, down <= optima.count {
        closedSides[down - 1].append(Side(constraint: constraint, isUp: false))
      }
    }
  }

  /// Returns the certificate of each level, highest first.
  ///
  /// `sums` are zeros before and after.
  func levelCertificates(
    _ sums: borrowing MultiplierSums
  ) throws(ArithmeticStop) -> [LevelCertificate] {
    var certificates: [LevelCertificate] = []
    certificates.reserveCapacity(optima.count)
    for level in optima.indices {
      let (total, weights) = try combine(level: level, padding: .zero, sums)
      certificates.append(
        LevelCertificate(
          strength: table.strengths[level], optimum: optima[level], multipliers: total,
          higherLevels: weights))
    }
    return certificates
  }

  /// Returns multipliers with room on every closed side, and the weights of all levels.
  ///
  /// `sums` are zeros before and after.
  func closing(
    _ sums: borrowing MultiplierSums
  ) throws(ArithmeticStop) -> (Multipliers, [Rational]) {
    guard !optima.isEmpty else { return (Multipliers(), []) }
    let (total, weights) = try combine(level: optima.count - 1, padding: .one, sums)
    return (total, weights + [.one])
  }

  private func combine(
    level: Int, padding: Rational, _ sums: borrowing MultiplierSums
  ) throws(ArithmeticStop) -> (Multipliers, [Rational]) {
    sums.checkAreZero()
    for entry in multipliers[level].entries {
      try sums.add(entry.value, at: entry.constraint, meter)
    }
    var weights = [Rational](repeating: .zero, count: level)
    var higher = level
    while higher > 0 {
      higher -= 1
      let weight = try neededWeight(of: higher, sums) + padding
      if weight.isZero { continue }
      weights[higher] = weight
      for entry in multipliers[higher].entries {
        try meter.charge(weight, entry.value)
        try sums.add(weight * entry.value, at: entry.constraint, meter)
      }
    }
    assert(weights.allSatisfy { $0.signum >= 0 }, "a weight is negative")
    return (sums.taken(), weights)
  }

  /// Returns the largest excess of the sums over the room on the sides that this level closed.
  private func neededWeight(
    of level: Int, _ sums: borrowing MultiplierSums
  ) throws(ArithmeticStop) -> Rational {
    var weight = Rational.zero
    for side in closedSides[level] {
      let sign = sums[side.constraint].signum
      if side.isUp ? sign <= 0 : sign >= 0 { continue }
      let room = room(side, level: level)
      assert(room.signum > 0, "a closed side must have room")
      try meter.charge(sums[side.constraint], room)
      let needed = sums[side.constraint].magnitude / room
      try meter.charge(needed, weight)
      if needed > weight { weight = needed }
    }
    return weight
  }

  /// Returns the distance of the level's own multiplier from the end of its range.
  private func room(_ side: Side, level: Int) -> Rational {
    let own = multipliers[level][side.constraint]
    let isOwn = Int(table.levels[side.constraint]) == level + 1
    let relation = system.relations[side.constraint]
    if side.isUp {
      return isOwn && relation != .greaterThanOrEqual ? .one - own : -own
    }
    return isOwn && relation != .lessThanOrEqual ? .one + own : own
  }
}

extension Multipliers {
  /// Returns the multipliers in order, those of one constraint added up, without zeros.
  ///
  /// - Parameters:
  ///   - sums: the sums of all constraints; zeros before and after.
  ///   - meter: counts the digits of the sums.
  /// - Returns: one multiplier for each constraint at most.
  /// - Throws: `.limit` when the sums take too many digits.
  /// - Complexity: O(entries + constraints / 64).
  func inOrder(
    _ sums: borrowing MultiplierSums, _ meter: DigitMeter
  ) throws(ArithmeticStop) -> Multipliers {
    sums.checkAreZero()
    for entry in entries { try sums.add(entry.value, at: entry.constraint, meter) }
    return sums.taken()
  }

  /// The multiplier of a constraint.
  ///
  /// - Precondition: the multipliers are in order.
  /// - Complexity: O(log entries).
  fileprivate subscript(constraint: Int) -> Rational {
    assert(constraint >= 0, "there is no constraint \(constraint)")
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if entries[middle].constraint == constraint { return entries[middle].value }
      range =
        entries[middle].constraint < constraint
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return .zero
  }
}

/// Sums of multipliers by constraint.
struct MultiplierSums: ~Copyable {
  private let values: OwnedList<Rational>
  /// Whether a multiplier was added, by constraint, one bit each.
  ///
  /// Most have no multiplier.
  private let touched: OwnedList<UInt64>

  init(constraintCount: Int) {
    values = OwnedList(repeating: .zero, count: constraintCount)
    touched = OwnedList(repeating: 0, count: constraintCount / 64 + 1)
  }

  subscript(constraint: Int) -> Rational { values[constraint] }

  /// Asserts that no multiplier was added since the last sums were taken.
  func checkAreZero() {
    assert(
      (0..<touched.count).allSatisfy { touched[$0] == 0 }, "sums of another proof are left")
  }

  func add(_ value: Rational, at constraint: Int, _ meter: DigitMeter) throws(ArithmeticStop) {
    touched[constraint &>> 6] |= 1 &<< UInt64(constraint & 63)
    try meter.charge(values[constraint], value)
    values[constraint] += value
  }

  /// Returns the nonzero sums in order, and resets all sums to zero.
  func taken() -> Multipliers {
    var count = 0
    for word in 0..<touched.count { count += touched[word].nonzeroBitCount }
    var multipliers = Multipliers()
    multipliers.entries.reserveCapacity(count)
    for word in 0..<touched.count {
      var bits = touched[word]
      touched[word] = 0
      while bits != 0 {
        let constraint = word &<< 6 | bits.trailingZeroBitCount
        bits &= bits - 1
        let value = values[constraint]
        values[constraint] = .zero
        if value.isZero { continue }
        assert(
          (multipliers.entries.last?.constraint ?? -1) < constraint, "multipliers are out of order")
        multipliers.entries.append(.init(constraint: constraint, value: value))
      }
    }
    return multipliers
  }
}
