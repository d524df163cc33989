// SPDX-License-Identifier: MIT

import LinearModel

/// The level of each constraint: 0 is required, 1 the highest optional strength, and so on.
struct LevelTable {
  /// The optional strengths, highest first: level `k` is `strengths[k - 1]`.
  let strengths: [Strength]
  /// The levels by constraint; `excluded` for excluded constraints.
  let levels: ContiguousArray<Int32>

  /// The level of an excluded constraint.
  static let excluded: Int32 = -1

  /// The largest number of optional levels of a tableau.
  static let levelsMax = Int(Int16.max) - 1

  /// Creates the table of all constraints.
  ///
  /// - Complexity: O(constraints * log(strengths)), and a move in memory for each strength that is
  ///   new.
  init(_ system: LinearSystem) {
    var distinct: [Strength] = []
    for strength in system.strengths where !strength.isRequired {
      let position = LevelTable.position(of: strength, in: distinct)
      if position == distinct.count || distinct[position] != strength {
        distinct.insert(strength, at: position)
      }
    }
    var levels = ContiguousArray<Int32>(repeating: 0, count: system.constraintCount)
    for (index, strength) in system.strengths.enumerated() where !strength.isRequired {
      levels[index] = Int32(LevelTable.position(of: strength, in: distinct) + 1)
    }
    strengths = distinct
    self.levels = levels
    checkInvariants(system)
  }

  /// Stops a debug build where levels and strengths are out of order.
  private func checkInvariants(_ system: LinearSystem) {
    #if DEBUG
      assert(levels.count == system.constraintCount, "\(levels.count) levels")
      assert(
        zip(strengths, strengths.dropFirst()).allSatisfy { $0 > $1 }, "strengths are out of order")
      for (level, strength) in zip(levels, system.strengths) where level > 0 {
        assert(strengths[Int(level) - 1] == strength, "level \(level) has another strength")
      }
    #endif
  }

  /// Returns the position of the first strength that is not higher, by bisection; `strengths` are
  /// highest first.
  private static func position(of strength: Strength, in strengths: [Strength]) -> Int {
    var range = 0..<strengths.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        strengths[middle] > strength
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Creates the table of the given constraints only; all others are excluded.
  ///
  /// - Precondition: they are required constraints of the system.
  init(_ system: LinearSystem, onlyRequired members: [ConstraintID]) {
    var levels = ContiguousArray<Int32>(
      repeating: LevelTable.excluded, count: system.constraintCount)
    for member in members {
      precondition(
        system.strengths[member.index].isRequired,
        "constraint \(member.index) is not required")
      levels[member.index] = 0
    }
    strengths = []
    self.levels = levels
  }
}
