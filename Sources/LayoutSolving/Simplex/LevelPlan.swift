// SPDX-License-Identifier: MIT

/// The level of each constraint: 0 is required, then the optional strengths from high to low.
struct LevelPlan {
  private(set) var levels: ContiguousArray<Int32>
  /// The cost of a unit of violation of each constraint; nil when all are 1.
  private(set) var weights: ContiguousArray<Double>?
  let levelCount: Int
  /// The optional strengths, from high to low.
  private let distinct: ContiguousArray<Double>

  /// Sorts the optional strengths into levels.
  ///
  /// - Parameters:
  ///   - system: the constraints.
  ///   - isWeighted: whether there is one optional level for all, with strengths as weights; the
  ///     planted fault.
  init(_ system: borrowing ConstraintRows, isWeighted: Bool) {
    var strengths: ContiguousArray<Double> = []
    strengths.reserveCapacity(system.constraintCount)
    for constraint in 0..<system.constraintCount
    where !system.isRequired(constraint) && !system.isOff(constraint) {
      let strength = system.strengths[constraint]
      if strengths.last != strength { strengths.append(strength) }
    }
    strengths.sort(by: >)
    var distinct: ContiguousArray<Double> = []
    distinct.reserveCapacity(8)
    for strength in strengths where distinct.last != strength { distinct.append(strength) }
    self.distinct = distinct
    levels = ContiguousArray(repeating: 0, count: system.constraintCount)
    for constraint in 0..<system.constraintCount {
      if system.isRequired(constraint) || system.isOff(constraint) { continue }
      levels[constraint] =
        isWeighted ? 1 : Self.level(of: system.strengths[constraint], in: distinct)
    }
    levelCount = isWeighted ? 2 : distinct.count + 1
    if isWeighted {
      weights = ContiguousArray((0..<system.constraintCount).map { system.strengths[$0] })
    }
  }

  /// Returns the level of a strength; nil when the plan has no such strength.
  func level(of strength: Double) -> Int32? {
    if strength == ConstraintRows.required { return 0 }
    guard !distinct.isEmpty else { return nil }
    let level = Self.level(of: strength, in: distinct)
    return distinct[Int(level) - 1] == strength ? level : nil
  }

  /// Returns one plus the position of a strength in a descending list.
  private static func level(of strength: Double, in distinct: ContiguousArray<Double>) -> Int32 {
    var low = 0
    var high = distinct.count - 1
    while low < high {
      let middle = (low + high) / 2
      if distinct[middle] > strength { low = middle + 1 } else { high = middle }
    }
    return Int32(low + 1)
  }
}
