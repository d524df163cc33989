// SPDX-License-Identifier: MIT

/// A way to eliminate required equalities before the simplex method.
///
/// The ways are tried in order: the next one is used where rounding may have decided.
enum Presolve: CaseIterable {
  /// Divides by coefficients that are not small in their rows, with the least fill-in.
  case sparse
  /// Only divides by large coefficients of their rows: numbers and their rounding errors hardly
  /// grow.
  case stable
  /// Eliminates nothing: the simplex method handles parts that rows add and subtract again.
  case omitted

  /// The smallest ratio of a pivot to its row's largest coefficient.
  var pivotRatio: Double { self == .stable ? 0.5 : 0.01 }
}
