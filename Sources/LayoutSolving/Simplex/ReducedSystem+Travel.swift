// SPDX-License-Identifier: MIT

/// Motions with the constant of one constraint beyond its range, from basis to basis.
extension ReducedSystem {
  /// The largest number of skipped motions of a component after one failed; each time twice as
  /// many.
  private static let mostDetours = 31

  /// Moves the constant of a motion to that of the system, together with the component's own
  /// values.
  ///
  /// - Parameters:
  ///   - motion: the motion of the constraint.
  ///   - component: the component with the kink of the constraint.
  ///   - place: the variable of the kink.
  ///   - system: the current constraints.
  ///   - limit: the largest number of coefficients that may be read or written.
  ///   - work: receives the number of coefficients read or written.
  /// - Returns: false when the component has to be solved again.
  mutating func travel(
    _ motion: KinkMotion, _ component: SolvedComponent, _ place: Place,
    _ system: borrowing ConstraintRows, limit: Int, work: inout SolverCounters
  ) -> Bool {
    if component.detours > 0 {
      component.detours -= 1
      return false
    }
    let constraint = Int(motion.constraint)
    let site = Reduction.Site(code: reduction.sites[constraint])
    guard let kink = reduction.kinks.kink(of: constraint, at: site),
      let index = component.simplex.index(of: kink, of: place.variable),
      component.simplex.problem.kinks[index].constraint == Int32(constraint),
      let moved = moved(kink, system)
    else { return false }
    let before = component.simplex.work
    let isThere = component.simplex.travel(
      index, of: place.variable, to: moved.position, limit: limit, scratch())
    work.add(component.simplex.work, since: before)
    guard isThere else {
      component.lastDetours = min(2 * component.lastDetours + 1, Self.mostDetours)
      component.detours = component.lastDetours
      return false
    }
    component.lastDetours = 0
    component.simplex.problem.kinks[index].magnitude = moved.magnitude
    reduction.kinks.move(constraint, of: site, to: moved)
    restart(motion, component, place, at: index, constant: system.constants[constraint])
    return true
  }

  private mutating func restart(
    _ motion: KinkMotion, _ component: SolvedComponent, _ place: Place, at index: Int,
    constant: Double
  ) {
    let kink = component.simplex.problem.kinks[index]
    guard
      let range = component.simplex.range(of: kink, of: place.variable, scratch()),
      range.moves
    else {
      motion.restart(at: constant, lowest: constant, highest: constant)
      return
    }
    let ends = [
      constant + (range.lowest - kink.position) / motion.rate,
      constant + (range.highest - kink.position) / motion.rate,
    ]
    motion.restart(at: constant, lowest: min(ends[0], ends[1]), highest: max(ends[0], ends[1]))
  }

  /// Returns a kink at its current position in the system; nil when it is too far away.
  private mutating func moved(_ kink: Kink, _ system: borrowing ConstraintRows) -> Kink? {
    row.expand(system, Int(kink.constraint), elimination)
    defer { row.clear() }
    row.dropNoise()
    guard !row.hasLostDetail, let scale = Reduction.scale(of: row) else { return nil }
    var moved = kink
    moved.position = row.rightSide / scale
    moved.magnitude = row.magnitude / abs(scale)
    return moved.position.isFinite ? moved : nil
  }

  /// Returns scratch memory, created on the first call.
  mutating func scratch() -> ParametricScratch {
    if let parametricScratch { return parametricScratch }
    let made = ParametricScratch(levelCount: reduction.levelCount)
    parametricScratch = made
    return made
  }

  /// Copies the values of a component, and computes those that follow from them.
  ///
  /// - Parameters:
  ///   - component: a solved component.
  ///   - changed: receives the variables with another value.
  /// - Returns: false when a value is not finite; then the component has to be solved again.
  /// - Complexity: O(variables of the component + cells of definitions).
  func takeOver(_ component: SolvedComponent, _ changed: inout ContiguousArray<Int32>) -> Bool {
    let values = values.base
    let own = component.simplex.value.base
    for (local, variable) in component.variables.enumerated() {
      let value = own[local]
      if values[Int(variable)] == value { continue }
      if !value.isFinite { return false }
      values[Int(variable)] = value
      if variable < variableCount { changed.append(variable) }
    }
    return substitution.complete(values, &changed)
      && elimination.complete(values, &changed)
  }
}
