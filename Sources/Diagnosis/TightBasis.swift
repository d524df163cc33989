// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Independent constraints that hold with equality.
///
/// Any number that they settle is a combination of some of them, and those decide it.
struct TightBasis {
  /// A variable or a constraint with its coefficient.
  private struct Entry {
    let index: Int
    let value: Rational
  }

  /// A reduced row with its combination of constraints, as ranges of `entries`.
  private struct Row {
    let terms: Range<Int>
    /// The factor of each constraint in it.
    let parts: Range<Int>
    /// The coefficient of its pivot.
    let pivot: Rational
  }

  /// The largest number of coefficients read or written while a basis is made.
  static let workMax = 4_000_000

  private var rows: [Row] = []
  /// The terms and parts of all rows: two dictionaries a row take 1 KB more for each view.
  private var entries: [Entry] = []
  private var rowOfPivot: [Int: Int] = [:]
  private var work = 0
  /// Whether the work limit was reached: then some numbers have no deciding constraints.
  private(set) var isPartial = false

  /// - Parameters:
  ///   - system: the linear system.
  ///   - order: constraints that hold with equality; earlier ones are preferred.
  init(_ system: LinearSystem, order: [Int]) {
    for constraint in order {
      var terms: [Int: Rational] = [:]
      for term in system.terms(of: constraint) { terms[term.variable.index] = term.coefficient }
      var parts: [Int: Rational] = [constraint: .one]
      reduce(&terms, &parts)
      if work > Self.workMax {
        isPartial = true
        return
      }
      // Later variables belong to views deeper in the tree: a constraint settles the inner of two
      // views.
      guard let pivot = terms.keys.max(), let coefficient = terms[pivot] else { continue }
      rowOfPivot[pivot] = rows.count
      rows.append(Row(terms: add(terms), parts: add(parts), pivot: coefficient))
    }
  }

  /// Stores coefficients, whose order does not matter, and returns their place.
  private mutating func add(_ values: [Int: Rational]) -> Range<Int> {
    let start = entries.count
    for (index, value) in values { entries.append(Entry(index: index, value: value)) }
    return start..<entries.count
  }

  /// Returns the constraints that settle a sum of variables, in order; nil when they leave it open.
  func deciding(_ terms: [LinearSystem.Term]) -> [Int]? {
    var copy = self
    copy.work = 0
    var rest: [Int: Rational] = [:]
    for term in terms { rest[term.variable.index] = term.coefficient }
    var parts: [Int: Rational] = [:]
    copy.reduce(&rest, &parts)
    return rest.isEmpty ? parts.keys.sorted() : nil
  }

  /// Eliminates all pivots from a sum, the last first: the terms that a pivot adds have smaller
  /// variables.
  private mutating func reduce(_ terms: inout [Int: Rational], _ parts: inout [Int: Rational]) {
    var candidates = terms.keys.filter { rowOfPivot[$0] != nil }
    while let variable = candidates.max(), work <= Self.workMax {
      candidates.removeAll { $0 == variable }
      guard let number = rowOfPivot[variable], let coefficient = terms[variable] else { continue }
      let row = rows[number]
      let factor = coefficient / row.pivot
      work += row.terms.count + row.parts.count + candidates.count
      for entry in entries[row.terms] {
        let (other, value) = (entry.index, entry.value)
        let sum = (terms[other] ?? .zero) - factor * value
        terms[other] = sum.isZero ? nil : sum
        if !sum.isZero, rowOfPivot[other] != nil, !candidates.contains(other) {
          candidates.append(other)
        }
      }
      for entry in entries[row.parts] {
        let (other, value) = (entry.index, entry.value)
        let sum = (parts[other] ?? .zero) - factor * value
        parts[other] = sum.isZero ? nil : sum
      }
    }
  }
}
