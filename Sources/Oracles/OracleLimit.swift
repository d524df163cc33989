// SPDX-License-Identifier: MIT

import Display

/// The work limit of the exact oracle on one system.
package struct OracleLimit: Sendable, Hashable {
  /// The largest number of cells of one dense dictionary (a connected component after presolve).
  ///
  /// It takes at most sixteen bytes a cell while all numbers are small. It is also the largest
  /// number of multipliers: one for each level and constraint.
  package var tableauCells: Int
  /// The largest number of cells that may be read or written.
  ///
  /// A cell of big integers counts as `bigCellCost`. Beyond `usualLimbs` it counts more, with the
  /// square of its length: otherwise a few cells with numbers of many digits take unlimited time.
  package var cellOperations: Int
  /// The budget that this system and others share; nil for none but their own.
  package var meter: OperationMeter?

  package init(tableauCells: Int, cellOperations: Int, meter: OperationMeter? = nil) {
    self.tableauCells = tableauCells
    self.cellOperations = cellOperations
    self.meter = meter
  }

  /// Returns the same limit, with a meter that further limits share.
  package func metered(by meter: OperationMeter) -> OracleLimit {
    var limit = self
    limit.meter = meter
    return limit
  }

  /// The ratio of the limit of all solutions of one question to that of one: some seconds.
  private static let solutionsOfQuestion = 8

  /// The limit of each solution of one question.
  ///
  /// All solutions share a meter, because there may be thousands of them.
  package var ofQuestion: OracleLimit {
    let (all, overflow) = cellOperations.multipliedReportingOverflow(by: Self.solutionsOfQuestion)
    return metered(by: OperationMeter(operations: overflow ? .max : all, of: meter))
  }

  /// The remaining operations that this system and others share.
  package var operationsLeft: Int { meter?.left ?? cellOperations }

  /// The limit, reduced to the remaining operations of its meter.
  ///
  /// - Throws: `.limitReached` when nothing is left.
  var allowed: OracleLimit {
    get throws(OracleError) {
      guard let meter else { return self }
      var limit = self
      limit.cellOperations = min(cellOperations, meter.left)
      if limit.cellOperations <= 0 { throw .limitReached }
      return limit
    }
  }

  /// Performs exact arithmetic, and deducts the cost of its digits from the meter.
  ///
  /// - Throws: `.limitReached` when the cost exceeds the rest.
  package func counting<Value>(
    _ work: (DigitMeter) throws(ArithmeticStop) -> Value
  ) throws(OracleError) -> Value {
    let digits = DigitMeter(try allowed)
    defer { meter?.spend(digits.cellOperations) }
    do throws(ArithmeticStop) {
      return try work(digits)
    } catch {
      throw .limitReached
    }
  }

  /// The cost of a number of a system besides the changes of dictionaries: it is copied, scaled,
  /// and checked again.
  static let costPerNumber = 50

  /// The standard limit, about half a second of work.
  package static let standard = OracleLimit(
    tableauCells: 4_000_000, cellOperations: 150_000_000)

  /// The largest number of products of two limbs for the proof and for sums of violations: see
  /// `DigitMeter`.
  var limbProducts: Int {
    let (products, overflow) = cellOperations.multipliedReportingOverflow(
      by: 4 * Self.limbProductsPerCell)
    return overflow ? .max : products
  }

  /// The number of products of two limbs that take as long as a cell operation.
  static let limbProductsPerCell = 3

  /// The limit as the end of a sentence, such as "takes more work than the exact oracle may do".
  package var sentence: String {
    "more work than the exact oracle may do: \(ShownNumber.grouped(cellOperations)) cell operations, those on long numbers "
      + "counted by their digits, and \(ShownNumber.grouped(tableauCells)) cells"
  }

  /// The cost of an operation on a big integer.
  static let bigCellCost = 30

  /// The largest length of a big integer with constant cost, in limbs of 64 bits.
  ///
  /// No generated layout needed more; the doubles of a script, taken literally, have up to 17.
  static let usualLimbs = 8
}

/// A reason why the exact oracle has no answer.
package enum OracleError: Error, Sendable, Hashable {
  /// The work limit was reached: nothing is known about the system.
  case limitReached
  /// The checker does not accept the oracle's own answer: a bug in the oracle, never in a strategy.
  case certificateRejected(String)
}
