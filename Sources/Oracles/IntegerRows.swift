// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The constraints of a system in integers, for the checker: each row times the common denominator
/// of its numbers.
///
/// Only the fractions of the system determine it. A sum over rows then takes no fractions, only a
/// multiplication and an addition for each cell, and there is one denominator at the end.
///
/// Shape: `cells` are in the order of those of the system.
struct IntegerRows<Number: ExactInt>: ~Copyable {
  /// The integers `scale * coefficient`, by cell of the system.
  private(set) var cells: OwnedList<Number>
  /// The integers `scale * right side`, by constraint.
  private(set) var constants: OwnedList<Number>
  /// The scales by constraint, positive.
  private(set) var scales: OwnedList<Number>

  /// Multiplies each row by the common denominator of its numbers.
  ///
  /// - Parameters:
  ///   - system: the constraints.
  ///   - levels: constraints with a negative level are excluded; their rows are not to be used.
  ///   - meter: counts the digits of the numbers.
  /// - Throws: `.overflow` when a number does not fit; `.limit` when the numbers have too many
  ///   digits.
  /// - Complexity: O(cells + constraints).
  init(
    _ system: LinearSystem, levels: ContiguousArray<Int32>, _ meter: DigitMeter
  ) throws(ArithmeticStop) {
    let count = system.constraintCount
    cells = OwnedList(capacity: system.cellCount)
    constants = OwnedList(capacity: count)
    scales = OwnedList(capacity: count)
    var overflow = false
    for constraint in 0..<count {
      if levels[constraint] < 0 {
        for _ in system.cells(of: constraint) { cells.append(Number(0)) }
        constants.append(Number(0))
        scales.append(Number(1))
        continue
      }
      guard let constant = Number.parts(of: system.exactConstants[constraint]) else {
        throw .overflow
      }
      var scale = constant.denominator
      let range = system.cells(of: constraint)
      for cell in range {
        guard let part = Number.parts(of: system.exactCoefficients[cell]) else { throw .overflow }
        try meter.charge(scale, part.denominator)
        scale = Number.commonMultiple(scale, part.denominator, overflow: &overflow)
        cells.append(part.numerator)
      }
      if !scale.isOne {
        for cell in range {
          guard let part = Number.parts(of: system.exactCoefficients[cell]) else {
            throw .overflow
          }
          try meter.charge(scale, part.numerator)
          cells[cell] = part.numerator.times(
            scale.divided(exactlyBy: part.denominator), overflow: &overflow)
        }
      }
      constants.append(
        constant.numerator.times(
          scale.divided(exactlyBy: constant.denominator), overflow: &overflow))
      scales.append(scale)
    }
    if overflow { throw .overflow }
    assert(cells.count == system.cellCount, "\(cells.count) of \(system.cellCount) cells")
    assert(constants.count == count && scales.count == count, "constants or scales are missing")
  }
}

/// A sum of fractions as an integer over a unit, which only grows when necessary and is not
/// reduced.
struct IntegerFraction<Number: ExactInt> {
  private(set) var numerator: Number
  /// The unit, positive unless a number has overflown.
  private(set) var unit: Number

  @inline(__always)
  init(_ numerator: Number, _ unit: Number) {
    self.numerator = numerator
    self.unit = unit
  }

  /// Counts an addition over a denominator.
  @inline(__always)
  func charge(_ denominator: Number, _ meter: DigitMeter) throws(ArithmeticStop) {
    try meter.charge(numerator, unit)
    if denominator != unit { try meter.charge(unit, denominator) }
  }

  /// Adds `factor * other / denominator`.
  @inline(__always)
  mutating func add(
    _ factor: Number, times other: Number, over denominator: Number, overflow: inout Bool
  ) {
    if denominator == unit {
      numerator = numerator.plus(factor, times: other, overflow: &overflow)
    } else {
      addWithOtherUnit(factor, times: other, over: denominator, overflow: &overflow)
    }
  }

  private mutating func addWithOtherUnit(
    _ factor: Number, times other: Number, over denominator: Number, overflow: inout Bool
  ) {
    let common = Number.commonMultiple(unit, denominator, overflow: &overflow)
    numerator = numerator.times(common.divided(exactlyBy: unit), overflow: &overflow)
    let share = other.times(common.divided(exactlyBy: denominator), overflow: &overflow)
    numerator = numerator.plus(factor, times: share, overflow: &overflow)
    unit = common
  }
}

extension ExactInt {
  /// Returns the least common multiple of two positive numbers.
  static func commonMultiple(_ one: Self, _ other: Self, overflow: inout Bool) -> Self {
    assert(overflow || other.sign > 0, "a denominator is not positive")
    if other.isOne || one == other { return one }
    if one.isOne { return other }
    let divisor = gcd(one, other)
    return one.times(other.divided(exactlyBy: divisor), overflow: &overflow)
  }
}
