// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Independent constraints that hold with equality.
///
/// Any number that they settle is a combination of some of them, and those decide it.
struct TightBasis {
  /// A reduced row with its combination of constraints.
  private struct Row {
    var terms: [Int: Rational]
    /// The factor of each constraint in it.
    var parts: [Int: Rational]
    let pivot: Int
  }

  /// The largest number of coefficients read or written while a basis is made.
  static let workMax = 4_000_000

  private var rows: [Row] = []
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
      guard let pivot = terms.keys.max() else { continue }
      rowOfPivot[pivot] = rows.count
      rows.append(Row(terms: terms, parts: parts, pivot: pivot))
    }
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
      guard let pivot = row.terms[variable] else { continue }
      let factor = coefficient / pivot
      work += row.terms.count + row.parts.count + candidates.count
      for (other, value) in row.terms {
        let sum = (terms[other] ?? .zero) - factor * value
        terms[other] = sum.isZero ? nil : sum
        if !sum.isZero, rowOfPivot[other] != nil, !candidates.contains(other) {
          candidates.append(other)
        }
      }
      for (other, value) in row.parts {
        let sum = (parts[other] ?? .zero) - factor * value
        parts[other] = sum.isZero ? nil : sum
      }
    }
  }
}
