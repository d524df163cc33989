// SPDX-License-Identifier: MIT

extension KinkedProblem {
  /// Stops a debug build where starts, cells or kinks are out of range or out of order.
  ///
  /// - Complexity: O(cells + kinks); nothing in release builds.
  func checkInvariants() {
    #if DEBUG
      assert(rowStarts.first == 0 && kinkStarts.first == 0, "the first start is not 0")
      assert(Int(rowStarts[rowCount]) == columns.count, "rows end at \(rowStarts[rowCount])")
      assert(kinkStarts.count == variableCount + 1, "\(kinkStarts.count) starts of kinks")
      assert(Int(kinkStarts[variableCount]) == kinks.count, "kinks end elsewhere")
      assert(coefficients.count == columns.count && sizes.count == columns.count, "cells differ")
      assert(isBlurred.count == columns.count, "\(isBlurred.count) of \(columns.count) cells")
      assert(lower.count == structuralCount && upper.count == structuralCount, "bounds are missing")
      assert(start.count == structuralCount, "\(start.count) of \(structuralCount) starts")
      for row in 0..<rowCount { checkRow(row) }
      for variable in 0..<variableCount { checkKinks(of: variable) }
      for variable in 0..<structuralCount {
        assert(!(lower[variable] > upper[variable]), "variable \(variable) has crossed bounds")
        assert(
          !(start[variable] < lower[variable] || start[variable] > upper[variable]),
          "variable \(variable) starts at \(start[variable]), out of its bounds")
      }
    #endif
  }

  private func checkRow(_ row: Int) {
    #if DEBUG
      assert(rowStarts[row] <= rowStarts[row + 1], "row \(row) ends before it begins")
      for cell in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
        assert(
          columns[cell] >= 0 && Int(columns[cell]) < structuralCount, "column \(columns[cell])")
        assert(!(sizes[cell] < 0), "a size of \(sizes[cell])")
      }
    #endif
  }

  /// Checks the kinks of one variable.
  func checkKinks(of variable: Int) {
    #if DEBUG
      assert(kinkStarts[variable] <= kinkStarts[variable + 1], "kinks of \(variable)")
      for index in Int(kinkStarts[variable])..<Int(kinkStarts[variable + 1]) {
        let kink = kinks[index]
        assert(!(kink.below > 0 || kink.above < 0), "the kink \(kink) is not convex")
        assert(kink.level >= 0 && Int(kink.level) < levelCount, "level \(kink.level)")
        if index > Int(kinkStarts[variable]) {
          let before = kinks[index - 1]
          assert(
            !((before.level, before.position) > (kink.level, kink.position)), "kinks out of order")
        }
      }
    #endif
  }
}
