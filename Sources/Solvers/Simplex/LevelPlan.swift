// SPDX-License-Identifier: MIT

import LinearModel

/// The level of each constraint: 0 is required, then the optional strengths from high to low.
struct LevelPlan {
  private(set) var levels: ContiguousArray<Int32>
  /// By constraint, the cost of a unit of violation; nil when all are 1.
  private(set) var weights: ContiguousArray<Double>?
  let levelCount: Int

  /// - Parameter isWeighted: one optional level for all, with strengths as weights; the planted fault.
  init(_ system: LinearSystem, isWeighted: Bool) {
    var strengths: ContiguousArray<Double> = []
    for strength in system.strengths where !strength.isRequired {
      if strengths.last != strength.value { strengths.append(strength.value) }
    }
    strengths.sort(by: >)
    var distinct: ContiguousArray<Double> = []
    for strength in strengths where distinct.last != strength { distinct.append(strength) }
    levels = ContiguousArray(repeating: 0, count: system.constraintCount)
    for constraint in 0..<system.constraintCount {
      let strength = system.strengths[constraint]
      if strength.isRequired { continue }
      levels[constraint] =
        isWeighted ? 1 : Self.level(of: strength.value, in: distinct)
    }
    levelCount = isWeighted ? 2 : distinct.count + 1
    if isWeighted { weights = ContiguousArray(system.strengths.map(\.value)) }
  }

  /// One plus the position of a strength in a descending list.
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
