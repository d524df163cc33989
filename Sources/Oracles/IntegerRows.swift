// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The constraints of a system in integers, for the checker: each row times the common denominator of its numbers.
///
/// Made from the system's fractions alone. A sum over rows then takes no fractions, only a multiplication and an
/// addition for each cell, and there is one denominator at the end.
///
/// Shape: `cells` lie as those of the system.
struct IntegerRows<Number: ExactInt>: ~Copyable {
  /// `scale * coefficient`, by cell of the system.
  private(set) var cells: OwnedList<Number>
  /// `scale * right side`, by constraint.
  private(set) var constants: OwnedList<Number>
  /// By constraint; positive.
  private(set) var scales: OwnedList<Number>

  /// - Parameter levels: constraints with a negative level do not take part; their rows are not to be used.
  /// - Throws: `.overflow` when a number does not fit.
  /// - Complexity: O(cells + constraints).
  init(_ system: LinearSystem, levels: ContiguousArray<Int32>) throws(Interruption) {
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
        scale = Number.commonMultiple(scale, part.denominator, overflow: &overflow)
        cells.append(part.numerator)
      }
      if !scale.isOne {
        for cell in range {
          guard let part = Number.parts(of: system.exactCoefficients[cell]) else {
            throw .overflow
          }
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
  }
}

/// A point in integers over one denominator.
struct IntegerPoint<Number: ExactInt>: ~Copyable {
  private(set) var values: OwnedList<Number>
  /// Positive.
  private(set) var unit = Number(1)

  /// - Throws: `.overflow` when a number does not fit.
  init(_ point: [Rational]) throws(Interruption) {
    values = OwnedList(capacity: point.count)
    var overflow = false
    for index in point.indices {
      guard let part = Number.parts(of: point[index]) else { throw .overflow }
      unit = Number.commonMultiple(unit, part.denominator, overflow: &overflow)
      values.append(part.numerator)
    }
    if !unit.isOne {
      for index in point.indices {
        guard let part = Number.parts(of: point[index]) else { throw .overflow }
        values[index] = part.numerator.times(
          unit.divided(exactlyBy: part.denominator), overflow: &overflow)
      }
    }
    if overflow { throw .overflow }
  }
}

extension ExactInt {
  /// The least number that both divide; both are positive.
  static func commonMultiple(_ one: Self, _ other: Self, overflow: inout Bool) -> Self {
    if other.isOne || one == other { return one }
    let divisor = gcd(one, other)
    return one.times(other.divided(exactlyBy: divisor), overflow: &overflow)
  }
}
