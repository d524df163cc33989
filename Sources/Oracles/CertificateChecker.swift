// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Checks the oracle's answers by arithmetic alone.
///
/// Separate from everything that finds answers: it reads the system's rationals and the certificate, adds,
/// multiplies and compares. What it accepts is true, whatever the oracle did to get there: levels by weak
/// duality, contradictions by Farkas' lemma, uniqueness by complementary slackness and rank, ambiguity by a
/// second point.
struct CertificateChecker {
  private let system: LinearSystem
  /// By constraint: 0 required, then optional levels from 1; negative when it does not take part.
  private let levels: ContiguousArray<Int32>
  private let strengths: [Strength]

  /// Why an answer is not proved; nil when it is.
  static func rejection(
    of answer: ExactAnswer, for system: LinearSystem, _ table: LevelTable
  ) -> String? {
    let checker = CertificateChecker(system, table)
    guard checker.hasTrueLevels else {
      return "the order of the levels is not that of the strengths"
    }
    switch answer.status {
    case .infeasible(let certificate): return checker.rejection(of: certificate)
    case .feasible(let optimum): return checker.rejection(of: optimum)
    }
  }

  /// Why an answer to a whole system is not proved; nil when it is.
  static func rejection(of answer: ExactAnswer, for system: LinearSystem) -> String? {
    rejection(of: answer, for: system, LevelTable(system))
  }

  private init(_ system: LinearSystem, _ table: LevelTable) {
    self.system = system
    levels = table.levels
    strengths = table.strengths
  }

  /// Whether the levels are those of the system's strengths, highest first: the table comes from the solver.
  private var hasTrueLevels: Bool {
    guard zip(strengths, strengths.dropFirst()).allSatisfy({ $0 > $1 }) else { return false }
    for (constraint, level) in levels.enumerated() where level >= 0 {
      let strength = system.strengths[constraint]
      guard level <= strengths.count,
        level == 0 ? strength.isRequired : strengths[Int(level) - 1] == strength
      else { return false }
    }
    return true
  }

  // MARK: - Contradictions

  private func rejection(of certificate: FarkasCertificate) -> String? {
    for entry in certificate.multipliers.entries {
      guard system.strengths.indices.contains(entry.constraint), levels[entry.constraint] == 0
      else {
        return "multiplier of constraint \(entry.constraint), which is not required"
      }
      guard hasRequiredSign(entry) else { return "sign of multiplier \(entry.constraint)" }
    }
    guard let value = identityValue(certificate.multipliers) else {
      return "the variables do not cancel in the contradiction"
    }
    return value.signum > 0 ? nil : "the contradiction has the value \(value)"
  }

  /// Whether the multiplier of a required constraint never rewards holding it.
  private func hasRequiredSign(_ entry: Multipliers.Entry) -> Bool {
    switch system.relations[entry.constraint] {
    case .equal: return true
    case .greaterThanOrEqual: return entry.value.signum <= 0
    case .lessThanOrEqual: return entry.value.signum >= 0
    }
  }

  /// The constant value of `sum multiplier * residual`, or nil when it depends on a variable.
  private func identityValue(_ multipliers: Multipliers) -> Rational? {
    var sums = ContiguousArray(repeating: Rational.zero, count: system.variableCount)
    var value = Rational.zero
    for entry in multipliers.entries {
      for cell in system.cells(of: entry.constraint) {
        sums[Int(system.columns[cell])] += entry.value * system.exactCoefficients[cell]
      }
      let constant = system.exactConstants[entry.constraint]
      if !constant.isZero { value -= entry.value * constant }
    }
    for variable in sums.indices where !sums[variable].isZero { return nil }
    return value
  }

  // MARK: - Optima

  private func rejection(of optimum: ExactOptimum) -> String? {
    guard optimum.levels.map(\.strength) == strengths else { return "levels do not match" }
    let optima = optimum.levels.map(\.optimum)
    guard let residuals = residuals(at: optimum.point) else { return "point of wrong size" }
    if let reason = rejection(ofResiduals: residuals, optima: optima) { return "point: " + reason }
    for (level, certificate) in optimum.levels.enumerated() {
      guard certificate.higherLevels.count == level else { return "level weights do not match" }
      let weights = certificate.higherLevels + [.one]
      if let reason = rejection(of: certificate.multipliers, weights: weights, optima: optima) {
        return "level \(level): " + reason
      }
    }
    switch optimum.uniqueness {
    case .ambiguous(let second):
      guard let other = self.residuals(at: second) else { return "second point of wrong size" }
      if second == optimum.point { return "the second point is the first" }
      return rejection(ofResiduals: other, optima: optima).map { "second point: " + $0 }
    case .unique(let certificate):
      return rejection(of: certificate, residuals: residuals, optima: optima)
    }
  }

  private func residuals(at point: [Rational]) -> ContiguousArray<Rational>? {
    guard point.count == system.variableCount else { return nil }
    var residuals = ContiguousArray<Rational>()
    residuals.reserveCapacity(system.constraintCount)
    for constraint in 0..<system.constraintCount {
      var sum = -system.exactConstants[constraint]
      for cell in system.cells(of: constraint) {
        let value = point[Int(system.columns[cell])]
        if !value.isZero { sum += system.exactCoefficients[cell] * value }
      }
      residuals.append(sum)
    }
    return residuals
  }

  /// Required constraints hold, and the violations of each level add up to its optimum.
  private func rejection(
    ofResiduals residuals: ContiguousArray<Rational>, optima: [Rational]
  ) -> String? {
    var sums = [Rational](repeating: .zero, count: optima.count)
    for constraint in 0..<system.constraintCount where levels[constraint] >= 0 {
      let residual = residuals[constraint]
      let sign = residual.signum
      if sign == 0 { continue }
      let relation = system.relations[constraint]
      if relation == .greaterThanOrEqual && sign > 0 { continue }
      if relation == .lessThanOrEqual && sign < 0 { continue }
      let level = Int(levels[constraint])
      if level == 0 { return "required constraint \(constraint) is violated by \(residual)" }
      sums[level - 1] += residual.magnitude
    }
    return sums == optima ? nil : "violations \(sums) are not the optima \(optima)"
  }

  /// Multipliers of the levels `0 ..< weights.count` prove a lower bound equal to the optima.
  private func rejection(
    of multipliers: Multipliers, weights: [Rational], optima: [Rational]
  ) -> String? {
    for weight in weights where weight.signum < 0 { return "negative weight" }
    for entry in multipliers.entries {
      guard system.strengths.indices.contains(entry.constraint), levels[entry.constraint] >= 0,
        Int(levels[entry.constraint]) <= weights.count
      else { return "multiplier of constraint \(entry.constraint), which is below the level" }
      let room = room(of: entry.constraint, multiplier: entry.value, weights: weights)
      if room.isOutside { return "multiplier of constraint \(entry.constraint) out of range" }
    }
    guard let value = identityValue(multipliers) else { return "the variables do not cancel" }
    var expected = Rational.zero
    for (weight, optimum) in zip(weights, optima) { expected += weight * optimum }
    return value == expected ? nil : "the bound is \(value), not \(expected)"
  }

  /// Where a multiplier lies in its range.
  private struct Room {
    var isOutside: Bool
    /// Strictly inside on the side: the residual is 0 there in every optimum.
    var closesUp: Bool
    var closesDown: Bool
  }

  private func room(of constraint: Int, multiplier: Rational, weights: [Rational]) -> Room {
    let level = Int(levels[constraint])
    let relation = system.relations[constraint]
    if level == 0, relation == .equal {
      return Room(isOutside: false, closesUp: true, closesDown: true)
    }
    // A required constraint has no violation on its bad side: that side is closed without proof.
    if level == 0 {
      let sign = multiplier.signum
      return relation == .greaterThanOrEqual
        ? Room(isOutside: sign > 0, closesUp: sign < 0, closesDown: true)
        : Room(isOutside: sign < 0, closesUp: true, closesDown: sign > 0)
    }
    let weight = level <= weights.count ? weights[level - 1] : .zero
    let upper = relation == .greaterThanOrEqual ? .zero : weight
    let lower = relation == .lessThanOrEqual ? .zero : -weight
    return Room(
      isOutside: multiplier > upper || multiplier < lower, closesUp: multiplier < upper,
      closesDown: multiplier > lower)
  }

  // MARK: - Uniqueness

  private func rejection(
    of certificate: UniquenessCertificate, residuals: ContiguousArray<Rational>,
    optima: [Rational]
  ) -> String? {
    guard certificate.closingLevels.count == optima.count else { return "closing weights" }
    if let reason = rejection(
      of: certificate.closing, weights: certificate.closingLevels, optima: optima)
    {
      return "closing: " + reason
    }
    var values = ContiguousArray(repeating: Rational.zero, count: system.constraintCount)
    for entry in certificate.closing.entries { values[entry.constraint] += entry.value }
    func closed(_ constraint: Int) -> Room {
      room(of: constraint, multiplier: values[constraint], weights: certificate.closingLevels)
    }
    var isHeld = ContiguousArray(repeating: false, count: system.constraintCount)
    if let reason = rejection(ofLive: certificate, closed: closed, isHeld: &isHeld) {
      return reason
    }
    for row in certificate.tight {
      guard system.strengths.indices.contains(row.constraint), levels[row.constraint] >= 0 else {
        return "tight row \(row.constraint) does not exist"
      }
      let room = closed(row.constraint)
      guard (room.closesUp && room.closesDown) || isHeld[row.constraint] else {
        return "tight row \(row.constraint) is not held"
      }
      guard residuals[row.constraint].isZero else { return "tight row \(row.constraint) is not 0" }
    }
    var rank = ModularRank(variableCount: system.variableCount)
    return rank.isFull(certificate.tight, of: system) ? nil : "tight rows have no full rank"
  }

  /// The open sides of the live rows add up to something that cannot be positive.
  private func rejection(
    ofLive certificate: UniquenessCertificate, closed: (Int) -> Room,
    isHeld: inout ContiguousArray<Bool>
  ) -> String? {
    var sum = certificate.liveMultipliers
    for entry in sum.entries where entry.value.signum != 0 {
      guard system.strengths.indices.contains(entry.constraint), levels[entry.constraint] >= 0
      else {
        return "live multiplier \(entry.constraint) does not exist"
      }
      let room = closed(entry.constraint)
      guard entry.value.signum > 0 ? room.closesDown : room.closesUp else {
        return "live multiplier \(entry.constraint) may be negative"
      }
    }
    for side in certificate.live {
      guard system.strengths.indices.contains(side.constraint), levels[side.constraint] >= 0 else {
        return "live row \(side.constraint) does not exist"
      }
      let room = closed(side.constraint)
      guard side.isPositive ? room.closesDown : room.closesUp else {
        return "live row \(side.constraint) is open on both sides"
      }
      sum.entries.append(
        .init(constraint: side.constraint, value: side.isPositive ? .one : -Rational.one))
      isHeld[side.constraint] = true
    }
    guard let value = identityValue(sum) else { return "the live variables do not cancel" }
    return value.signum <= 0 ? nil : "the live sides may add up to \(value)"
  }
}
