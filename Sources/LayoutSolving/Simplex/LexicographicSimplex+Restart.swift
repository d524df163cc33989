// SPDX-License-Identifier: MIT

/// Solving again after some kinks of a solved problem have changed.
extension LexicographicSimplex {
  /// Solves all levels again from the current basis and values: few steps after a small change.
  ///
  /// Structural variables may have left their bounds, so these are priced as the first level, like
  /// rows.
  ///
  /// - Parameter limit: the largest number of coefficients that may be read or written.
  /// - Returns: `.optimal` when all levels are solved, else the reason why they are not.
  mutating func rerun(limit: Int) -> Status {
    let (sum, isTooLarge) = tableau.spent.addingReportingOverflow(limit)
    workLimit = isTooLarge ? .max : sum
    for variable in 0..<problem.variableCount {
      lower[variable] = -.infinity
      upper[variable] = .infinity
      closingRateDown[variable] = 0
      closingRateUp[variable] = 0
      fixedLevel[variable] = .max
      kinkEnd[variable] = problem.kinkStarts[variable]
    }
    optima.removeAll(keepingCapacity: true)
    stepsSinceRun = 0
    stepsSinceRevision = 0
    computeRowValues()
    return run()
  }

  /// Moves a nonbasic variable, and all basic ones with it.
  mutating func rest(_ variable: Int, at position: Double) {
    let distance = position - value[variable]
    shift(column: Int(place[variable]), by: distance)
    value[variable] = position
  }

  /// Whether a variable is nonbasic and has this value.
  func rests(_ variable: Int, at position: Double) -> Bool {
    place[variable] >= 0 && value[variable] == position
  }

  /// Removes the kink of a constraint from a variable.
  ///
  /// - Parameters:
  ///   - kink: the kink in its original form, at its position after snapping.
  ///   - variable: the variable of the kink.
  ///   - rest: the sum of other constraints' kinks at its position; nil when there are none.
  /// - Complexity: O(kinks of the problem).
  mutating func remove(_ kink: Kink, of variable: Int, rest: Kink?) {
    guard let index = index(of: kink, of: variable) else { return }
    if let rest {
      problem.kinks[index] = rest
    } else {
      problem.kinks.remove(at: index)
      for next in variable + 1...problem.variableCount { problem.kinkStarts[next] -= 1 }
    }
    problem.checkKinks(of: variable)
  }

  /// Adds the kink of a constraint to a variable.
  ///
  /// - Complexity: O(kinks of the problem).
  mutating func insert(_ kink: Kink, of variable: Int) {
    if let index = index(of: kink, of: variable) {
      problem.kinks[index].join(kink)
      problem.checkKinks(of: variable)
      return
    }
    var index = Int(problem.kinkStarts[variable])
    let end = Int(problem.kinkStarts[variable + 1])
    while index < end,
      (problem.kinks[index].level, problem.kinks[index].position) < (kink.level, kink.position)
    {
      index += 1
    }
    problem.kinks.insert(kink, at: index)
    for next in variable + 1...problem.variableCount { problem.kinkStarts[next] += 1 }
    problem.checkKinks(of: variable)
  }

  /// Returns the position of one of the variable's kinks that differs from that of `kink` by
  /// rounding only, else that of `kink`.
  func snapped(_ kink: Kink, of variable: Int) -> Double {
    var nearest = kink.position
    var distance = Double.infinity
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1]) {
      let other = problem.kinks[index]
      let gap = abs(other.position - kink.position)
      if gap < distance, gap <= KinkList.rounding * max(kink.magnitude, other.magnitude) {
        nearest = other.position
        distance = gap
      }
    }
    return nearest
  }

  /// Returns the index of the kink of this level and position; nil when there is none.
  func index(of kink: Kink, of variable: Int) -> Int? {
    for index in Int(problem.kinkStarts[variable])..<Int(problem.kinkStarts[variable + 1])
    where problem.kinks[index].level == kink.level
      && problem.kinks[index].position == kink.position
    {
      return index
    }
    return nil
  }
}
