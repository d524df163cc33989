// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A checker of the oracle's answers by arithmetic alone.
///
/// It is separate from all code that finds answers. It reads the system's rationals and the
/// certificate, adds, multiplies and compares. Every answer that it accepts is true, whatever the
/// oracle did to find it. Levels are proved by weak duality, contradictions by Farkas' lemma,
/// uniqueness by complementary slackness and rank, ambiguity by a second point.
///
/// It is fast because it first brings numbers to a common denominator, so that sums are over
/// integers. These have 64 bits; where one does not fit, everything is checked again in big
/// integers.
enum CertificateChecker {
  /// Returns the reason why an answer is not proved; nil when it is.
  ///
  /// - Throws: `.limit` when the check takes too many digits.
  static func rejection(
    of answer: ExactAnswer, for system: LinearSystem, _ table: LevelTable, _ meter: DigitMeter
  ) throws(ArithmeticStop) -> String? {
    do throws(ArithmeticStop) {
      return try rejection(of: answer, for: system, table, meter, in: Int64.self)
    } catch .overflow {
      return try rejection(of: answer, for: system, table, meter, in: BigInt.self)
    }
  }

  /// Returns the reason why an answer to a whole system is not proved; nil when it is.
  static func rejection(of answer: ExactAnswer, for system: LinearSystem) -> String? {
    do throws(ArithmeticStop) {
      return try rejection(of: answer, for: system, LevelTable(system), DigitMeter(limit: .max))
    } catch {
      preconditionFailure("big integers do not overflow")
    }
  }

  private static func rejection<Number: ExactInt>(
    of answer: ExactAnswer, for system: LinearSystem, _ table: LevelTable, _ meter: DigitMeter,
    in tier: Number.Type
  ) throws(ArithmeticStop) -> String? {
    let check = try CertificateCheck<Number>(system, table, meter)
    return try check.rejection(of: answer)
  }
}

/// One check of one answer in one tier of integers.
struct CertificateCheck<Number: ExactInt>: ~Copyable {
  let system: LinearSystem
  /// The level of each constraint: 0 required, then optional levels from 1; negative for an
  /// excluded constraint.
  let levels: ContiguousArray<Int32>
  private let strengths: [Strength]
  private let rows: IntegerRows<Number>
  /// A sum for each variable as an integer with its denominator; 0 over 1 between two sums.
  private let sums: OwnedList<Number>
  private let units: OwnedList<Number>
  let meter: DigitMeter

  /// - Throws: `.overflow` when a number of the system does not fit.
  init(
    _ system: LinearSystem, _ table: LevelTable, _ meter: DigitMeter
  ) throws(ArithmeticStop) {
    self.system = system
    self.meter = meter
    levels = table.levels
    strengths = table.strengths
    rows = try IntegerRows(system, levels: table.levels, meter)
    sums = OwnedList(repeating: Number(0), count: system.variableCount)
    units = OwnedList(repeating: Number(1), count: system.variableCount)
  }

  /// Returns the reason why the answer is not proved; nil when it is.
  ///
  /// - Throws: `.overflow` when a number does not fit; then the answer is undecided.
  func rejection(of answer: ExactAnswer) throws(ArithmeticStop) -> String? {
    guard hasTrueLevels else { return "the order of the levels is not that of the strengths" }
    switch answer.status {
    case .infeasible(let certificate): return try rejection(of: certificate)
    case .feasible(let optimum): return try rejection(of: optimum)
    }
  }

  /// Whether the levels are those of the system's strengths, highest first.
  ///
  /// This is checked because the table comes from the solver.
  private var hasTrueLevels: Bool {
    for next in strengths.indices.dropFirst() where !(strengths[next - 1] > strengths[next]) {
      return false
    }
    for constraint in levels.indices where levels[constraint] >= 0 {
      let level = Int(levels[constraint])
      let strength = system.strengths[constraint]
      guard level <= strengths.count,
        level == 0 ? strength.isRequired : strengths[level - 1] == strength
      else { return false }
    }
    return true
  }

  func takesPart(_ constraint: Int) -> Bool {
    levels.indices.contains(constraint) && levels[constraint] >= 0
  }

  // MARK: - Contradictions

  private func rejection(
    of certificate: FarkasCertificate
  ) throws(ArithmeticStop) -> String? {
    let entries = certificate.multipliers.entries
    for entry in entries {
      guard levels.indices.contains(entry.constraint), levels[entry.constraint] == 0 else {
        return "multiplier of constraint \(entry.constraint), which is not required"
      }
      guard hasRequiredSign(entry) else { return "sign of multiplier \(entry.constraint)" }
    }
    guard let value = try identityValue(entries) else {
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

  /// Returns the constant value of `sum multiplier * residual`, or nil when it depends on a
  /// variable.
  ///
  /// - Precondition: the constraints take part.
  func identityValue(
    _ entries: [Multipliers.Entry]
  ) throws(ArithmeticStop) -> Rational? {
    var overflow = false
    var constants = IntegerFraction(Number(0), Number(1))
    for entry in entries {
      guard let part = Number.parts(of: entry.value) else { throw .overflow }
      // The row is `scale` times the constraint.
      let scale = rows.scales[entry.constraint]
      let unit = scale.isOne ? part.denominator : part.denominator.times(scale, overflow: &overflow)
      for cell in system.cells(of: entry.constraint) {
        let column = Int(system.columns[cell])
        var sum = IntegerFraction(sums[column], units[column])
        try sum.charge(unit, meter)
        sum.add(part.numerator, times: rows.cells[cell], over: unit, overflow: &overflow)
        (sums[column], units[column]) = (sum.numerator, sum.unit)
      }
      let constant = rows.constants[entry.constraint]
      if !constant.isZero {
        try constants.charge(unit, meter)
        constants.add(part.numerator, times: constant, over: unit, overflow: &overflow)
      }
    }
    if overflow { throw .overflow }
    assert(constants.unit.sign > 0, "the unit of a sum is not positive")
    for variable in 0..<sums.count where !sums[variable].isZero { return nil }
    for variable in 0..<units.count { units[variable] = Number(1) }
    return Number.fraction(constants.numerator.negated, constants.unit)
  }

  // MARK: - Optima

  private func rejection(of optimum: ExactOptimum) throws(ArithmeticStop) -> String? {
    guard optimum.levels.count == strengths.count else { return "levels do not match" }
    for level in strengths.indices where optimum.levels[level].strength != strengths[level] {
      return "levels do not match"
    }
    let optima = optimum.levels.map(\.optimum)
    guard let residuals = try residuals(at: optimum.point) else { return "point of wrong size" }
    if let reason = try rejection(of: residuals, optima: optima) { return "point: " + reason }
    for (level, certificate) in optimum.levels.enumerated() {
      guard certificate.higherLevels.count == level else { return "level weights do not match" }
      let weights = LevelWeights(certificate.higherLevels, .one)
      if let reason = try rejection(of: certificate.multipliers, weights, optima: optima) {
        return "level \(level): " + reason
      }
    }
    switch optimum.uniqueness {
    case .ambiguous(let second):
      guard let other = try self.residuals(at: second) else { return "second point of wrong size" }
      if second == optimum.point { return "the second point is the first" }
      return try rejection(of: other, optima: optima).map { "second point: " + $0 }
    case .unique(let certificate):
      return try rejection(of: certificate, residuals, optima: optima)
    }
  }

  /// Residuals at a point: integers, each with a unit of its own and the scale of its row.
  struct Residuals: ~Copyable {
    var values: OwnedList<Number>
    var units: OwnedList<Number>
  }

  private func residuals(at point: [Rational]) throws(ArithmeticStop) -> Residuals? {
    guard point.count == system.variableCount else { return nil }
    var numerators = OwnedList<Number>(capacity: point.count)
    var denominators = OwnedList<Number>(capacity: point.count)
    for index in point.indices {
      guard let part = Number.parts(of: point[index]) else { throw .overflow }
      numerators.append(part.numerator)
      denominators.append(part.denominator)
    }
    let count = system.constraintCount
    var residuals = Residuals(
      values: OwnedList(capacity: count), units: OwnedList(capacity: count))
    var overflow = false
    for constraint in 0..<count {
      var sum = IntegerFraction(rows.constants[constraint].negated, Number(1))
      for cell in system.cells(of: constraint) {
        let column = Int(system.columns[cell])
        try sum.charge(denominators[column], meter)
        sum.add(
          rows.cells[cell], times: numerators[column], over: denominators[column],
          overflow: &overflow)
      }
      residuals.values.append(sum.numerator)
      residuals.units.append(sum.unit)
    }
    if overflow { throw .overflow }
    return residuals
  }

  /// Checks that required constraints hold, and that the violations of each level add up to its
  /// optimum.
  private func rejection(
    of residuals: borrowing Residuals, optima: [Rational]
  ) throws(ArithmeticStop) -> String? {
    var sums = [Rational](repeating: .zero, count: optima.count)
    for constraint in 0..<system.constraintCount where levels[constraint] >= 0 {
      let sign = residuals.values[constraint].sign
      if sign == 0 { continue }
      let relation = system.relations[constraint]
      if relation == .greaterThanOrEqual && sign > 0 { continue }
      if relation == .lessThanOrEqual && sign < 0 { continue }
      try meter.charge(residuals.values[constraint], residuals.units[constraint])
      let residual =
        Number.fraction(residuals.values[constraint], residuals.units[constraint])
        / Number.fraction(rows.scales[constraint], Number(1))
      let level = Int(levels[constraint])
      if level == 0 { return "required constraint \(constraint) is violated by \(residual)" }
      try meter.add(residual.magnitude, to: &sums[level - 1])
    }
    return sums == optima ? nil : "violations \(sums) are not the optima \(optima)"
  }

  /// Checks that multipliers of the levels with a weight prove a lower bound equal to the optima.
  func rejection(
    of multipliers: Multipliers, _ weights: LevelWeights, optima: [Rational]
  ) throws(ArithmeticStop) -> String? {
    if weights.hasNegative { return "negative weight" }
    var previous = -1
    for entry in multipliers.entries {
      guard takesPart(entry.constraint), Int(levels[entry.constraint]) <= weights.count else {
        return "multiplier of constraint \(entry.constraint), which is below the level"
      }
      // Two multipliers of one constraint could be in range where their sum is not.
      guard entry.constraint > previous else { return "order of multiplier \(entry.constraint)" }
      previous = entry.constraint
      let room = MultiplierRoom(
        level: Int(levels[previous]), system.relations[previous], entry.value, weights)
      if room.isOutside { return "multiplier of constraint \(previous) out of range" }
    }
    guard let value = try identityValue(multipliers.entries) else {
      return "the variables do not cancel"
    }
    let expected = try weights.total(of: optima, meter)
    return value == expected ? nil : "the bound is \(value), not \(expected)"
  }
}
