// SPDX-License-Identifier: MIT

/// How required equalities are taken out before the simplex method, in the order in which that is
/// tried: the next way is taken where rounding may have decided.
enum Presolve: CaseIterable {
  /// Divides by coefficients that are not small in their rows, whichever fill in the least.
  case sparse
  /// Divides by large coefficients of their rows only: numbers hardly grow, and their rounding with
  /// them.
  case stable
  /// Leaves everything to the simplex method, in which what rows add and take away again is told
  /// apart.
  case omitted

  /// The least part of a row's largest coefficient that may be divided by.
  var pivotRatio: Double { self == .stable ? 0.5 : 0.01 }
}
