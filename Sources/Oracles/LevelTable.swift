// SPDX-License-Identifier: MIT

import LinearModel

/// Which level each constraint belongs to: 0 is required, 1 the highest optional strength, and so on.
struct LevelTable {
  /// The optional strengths, highest first: level `k` is `strengths[k - 1]`.
  let strengths: [Strength]
  /// By constraint; `excluded` for constraints that do not take part.
  let levels: ContiguousArray<Int16>

  /// The level of a constraint that does not take part.
  static let excluded: Int16 = -1

  /// All constraints take part.
  init(_ system: LinearSystem) {
    var distinct: [Strength] = []
    for strength in system.strengths where !strength.isRequired {
      if distinct.last != strength, !distinct.contains(strength) { distinct.append(strength) }
    }
    distinct.sort(by: >)
    var levels = ContiguousArray<Int16>(repeating: 0, count: system.constraintCount)
    for (index, strength) in system.strengths.enumerated() where !strength.isRequired {
      for (position, candidate) in distinct.enumerated() where candidate == strength {
        levels[index] = Int16(position + 1)
      }
    }
    strengths = distinct
    self.levels = levels
  }

  /// Only the given constraints take part.
  ///
  /// - Precondition: they are required constraints of the system.
  init(_ system: LinearSystem, onlyRequired members: [ConstraintID]) {
    var levels = ContiguousArray<Int16>(
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
