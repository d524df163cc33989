// SPDX-License-Identifier: MIT

extension SolverSession {
  /// The largest number of rows that are all checked after each answer.
  private static let wholeCheckSize = 512
  /// The largest number of rows that are all checked after each operation.
  private static let wholeCheckSizeOfOperation = 64

  /// Stops a debug build where rows, slots and edits are inconsistent between two calls of a
  /// healthy session.
  ///
  /// - Complexity: O(rows + slots + variables), and O(cells) after an answer; nothing in release
  ///   builds.
  func checkInvariants() {
    #if DEBUG
      assert(slotOfRow.count == rows.constraintCount, "\(slotOfRow.count) slots of rows")
      assert(ownStrengths.count == rows.constraintCount, "\(ownStrengths.count) strengths")
      assert(rows.variableCount == answer.count, "\(answer.count) values")
      assert(editSlots.count == answer.count, "\(editSlots.count) edits")
      assert(generationOfSlot.count == rowOfSlot.count, "\(generationOfSlot.count) generations")
      assert(deadRows >= 0 && deadRows <= rows.constraintCount, "\(deadRows) dead rows")
      if fault != nil { return }
      checkSlots()
      checkEdits()
      rows.checkInvariants()
    #endif
  }

  /// Checks a session after an operation other than `solve()`, or the row that was changed.
  ///
  /// - Complexity: O(cells of the row), or O(everything) for few rows; nothing in release builds.
  func checkOperation(onRow row: Int? = nil) {
    #if DEBUG
      if let row {
        assert(row < rows.constraintCount, "row \(row) of \(rows.constraintCount)")
        assert(!log.isEmpty, "the operation is not in the log")
        rows.checkRow(row)
      }
      if rows.constraintCount <= Self.wholeCheckSizeOfOperation { checkInvariants() }
    #endif
  }

  /// Checks that each present row has its slot.
  private func checkSlots() {
    #if DEBUG
      var dead = 0
      for row in 0..<rows.constraintCount {
        let slot = Int(slotOfRow[row])
        if slot < 0 {
          dead += 1
          assert(rows.isOff(row), "the dead row \(row) is on")
          continue
        }
        assert(slot < rowOfSlot.count, "row \(row) has the slot \(slot)")
        assert(
          rowOfSlot[slot] == Int32(row) || rowOfSlot[slot] == -1,
          "slot \(slot) names row \(rowOfSlot[slot]), not \(row)")
        let strength = rows.strengths[row]
        assert(
          strength == 0 || strength == ownStrengths[row], "row \(row) has the strength \(strength)")
      }
      assert(dead == deadRows, "\(dead) dead rows, \(deadRows) counted")
      for index in freeSlots.indices {
        assert(
          rowOfSlot[Int(freeSlots[index])] == -1, "the free slot \(freeSlots[index]) has a row")
      }
    #endif
  }

  /// Checks that each edit is a present constraint, on its variable alone.
  private func checkEdits() {
    #if DEBUG
      for variable in editSlots.indices where editSlots[variable] >= 0 {
        let row = Int(rowOfSlot[Int(editSlots[variable])])
        assert(row >= 0, "the edit of \(variable) is gone")
        assert(rows.cells(of: row).count == 1, "the edit of \(variable) has several terms")
        assert(
          rows.columns[rows.cells(of: row).lowerBound] == Int32(variable),
          "the edit of \(variable) holds another variable")
      }
    #endif
  }

  /// Checks an answer: the reported changes are variables without repeats, and the log of
  /// operations is empty.
  func checkAnswer() {
    #if DEBUG
      assert(log.isEmpty, "operations are left after an answer")
      if fault == nil {
        var known: Set<Int32> = []
        for variable in changed {
          assert(variable >= 0 && Int(variable) < answer.count, "the variable \(variable) changed")
          assert(known.insert(variable).inserted, "the variable \(variable) changed twice")
        }
      }
      if rows.constraintCount <= Self.wholeCheckSize { checkInvariants() }
    #endif
  }
}
