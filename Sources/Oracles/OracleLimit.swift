// SPDX-License-Identifier: MIT

import Display

/// How much work the exact oracle may do on one system before it gives up.
package struct OracleLimit: Sendable, Hashable {
  /// The most cells of one dense dictionary (a connected component after presolve).
  ///
  /// Sixteen bytes a cell at most while all numbers are small. Also the most multipliers: one for
  /// each level and constraint.
  package var tableauCells: Int
  /// The most cells that may be read or written; a cell of big integers counts as `bigCellCost`,
  /// and more with the square of its length where it is longer than `usualLimbs`: else a few cells
  /// with numbers of many digits take for ever.
  package var cellOperations: Int
  /// What this system and others may spend together; nil for no bound but their own.
  package var meter: OperationMeter?

  package init(tableauCells: Int, cellOperations: Int, meter: OperationMeter? = nil) {
    self.tableauCells = tableauCells
    self.cellOperations = cellOperations
    self.meter = meter
  }

  /// The same limit, with a meter that further limits share.
  package func metered(by meter: OperationMeter) -> OracleLimit {
    var limit = self
    limit.meter = meter
    return limit
  }

  /// All solutions of one question may take so many times the limit of one: some seconds.
  private static let solutionsOfQuestion = 8

  /// The limit of each solution of one question, all of which share a meter: there may be thousands
  /// of them.
  package var ofQuestion: OracleLimit {
    let (all, overflow) = cellOperations.multipliedReportingOverflow(by: Self.solutionsOfQuestion)
    return metered(by: OperationMeter(operations: overflow ? .max : all, of: meter))
  }

  /// What this system and others may spend together now.
  package var operationsLeft: Int { meter?.left ?? cellOperations }

  /// The limit with no more operations than its meter has left.
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

  /// Does exact arithmetic, and takes what its digits cost from the meter.
  ///
  /// - Throws: `.limitReached` when it takes more than is left.
  package func counting<Value>(
    _ work: (DigitMeter) throws(Interruption) -> Value
  ) throws(OracleError) -> Value {
    let digits = DigitMeter(try allowed)
    defer { meter?.spend(digits.cellOperations) }
    do throws(Interruption) {
      return try work(digits)
    } catch {
      throw .limitReached
    }
  }

  /// What a number of a system costs a solution besides the changes of dictionaries: it is copied,
  /// scaled, and checked again.
  static let costPerNumber = 50

  /// About half a second of work.
  package static let standard = OracleLimit(
    tableauCells: 4_000_000, cellOperations: 150_000_000)

  /// The most products of two limbs that the proof may take, and adding up violations: see
  /// `DigitMeter`.
  var limbProducts: Int {
    let (products, overflow) = cellOperations.multipliedReportingOverflow(
      by: 4 * Self.limbProductsPerCell)
    return overflow ? .max : products
  }

  /// So many products of two limbs take as long as a cell operation.
  static let limbProductsPerCell = 3

  /// The limit as the end of a sentence: "takes more work than the exact oracle may do" and so on.
  package var sentence: String {
    "more work than the exact oracle may do: \(ShownNumber.grouped(cellOperations)) cell operations, those on long numbers "
      + "counted by their digits, and \(ShownNumber.grouped(tableauCells)) cells"
  }

  /// What an operation on a big integer counts.
  static let bigCellCost = 30

  /// The length in limbs of 64 bits up to which a big integer counts the same, whatever it is.
  ///
  /// No layout that was generated needed more; the doubles of a script, taken literally, have up to
  /// 17.
  static let usualLimbs = 8
}

/// Why the exact oracle has no answer.
package enum OracleError: Error, Sendable, Hashable {
  /// The work limit was reached: nothing is known about the system.
  case limitReached
  /// The checker does not accept the oracle's own answer: a bug in the oracle, never in a strategy.
  case certificateRejected(String)
}
