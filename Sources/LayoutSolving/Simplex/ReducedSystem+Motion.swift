// SPDX-License-Identifier: MIT

/// Motions with the constant of one constraint, as long as the basis stays optimal without a step.
extension ReducedSystem {
  /// The largest distance that a value moves: longer moves would lose digits.
  private static let longestWay = 1e5

  /// The largest distance of a kink: farther away, rounding would lose the near ends of its range.
  private static let farthestKink = 1e6

  /// Moves the constant of a constraint to that of the system, if the basis stays optimal on the
  /// way.
  ///
  /// - Parameters:
  ///   - constraint: the index of the constraint.
  ///   - system: the current constraints.
  ///   - oldConstant: the constant of the component's solution.
  ///   - limit: the largest number of coefficients that may be read or written.
  ///   - work: receives the number of coefficients read or written.
  /// - Returns: the motion of the values, or nil when the component has to be solved again.
  mutating func follow(
    _ constraint: Int, _ system: borrowing ConstraintRows, oldConstant: Double, limit: Int,
    work: inout SolverCounters
  ) -> KinkMotion? {
    guard constraint < reduction.sites.count,
      let place = place(of: Reduction.Site(code: reduction.sites[constraint]))
    else { return nil }
    let component = components[place.component]
    let constant = system.constants[constraint]
    if component.isChanged || !constant.isFinite { return nil }
    var known = component.motion
    if known == nil || known?.constraint != Int32(constraint) {
      if known != nil, !settle(component, system) { return nil }
      known = motion(of: constraint, system, place, start: oldConstant)
      component.motion = known
    }
    guard let motion = known else { return nil }
    let isOverrun = fault == .rangeOverrun && motion.moves
    guard isOverrun || motion.lowest <= constant && constant <= motion.highest else {
      guard motion.moves else { return nil }
      return travel(motion, component, place, system, limit: limit, work: &work) ? motion : nil
    }
    if motion.moves {
      if !motion.isExpanded { expand(motion, component, place) }
      guard abs(constant - motion.start) <= motion.longestWay else { return nil }
    }
    motion.now = constant
    return motion
  }

  /// Sets the component's own values to the end of its motion, so that another one can begin.
  ///
  /// - Returns: false when the component has to be solved again first.
  mutating func settle(_ component: SolvedComponent, _ system: borrowing ConstraintRows) -> Bool {
    guard let motion = component.motion else { return true }
    component.motion = nil
    motion.isOver = true
    if motion.now == motion.start { return !component.isLocked }
    guard case .done = update(Int(motion.constraint), system) else { return false }
    component.isChanged = false
    // Segments of basic variables may end at the kink's old position.
    if !motion.moves { component.isLocked = true }
    return !component.isLocked
  }

  /// Sets a component's own values to the current ones, before the constraint that has moved them
  /// is removed.
  func release(_ motion: KinkMotion, _ component: SolvedComponent) {
    component.motion = nil
    motion.isOver = true
    guard motion.moves,
      let place = place(of: Reduction.Site(code: reduction.sites[Int(motion.constraint)]))
    else { return }
    let position = component.simplex.value[place.variable]
    component.simplex.rest(
      place.variable, at: position + motion.rate * (motion.reached - motion.start))
  }

  private mutating func motion(
    of constraint: Int, _ system: borrowing ConstraintRows, _ place: Place, start: Double
  ) -> KinkMotion? {
    let component = components[place.component]
    let site = Reduction.Site(code: reduction.sites[constraint])
    guard !component.isLocked, let kink = reduction.kinks.kink(of: constraint, at: site),
      abs(kink.position) <= Self.farthestKink, abs(start) <= Self.farthestKink
    else { return nil }
    guard
      let index = component.simplex.index(of: kink, of: place.variable),
      component.simplex.problem.kinks[index].constraint == Int32(constraint),
      let range = component.simplex.range(
        of: component.simplex.problem.kinks[index], of: place.variable, scratch())
    else { return nil }
    row.expand(system, constraint, elimination)
    defer { row.clear() }
    row.dropNoise()
    guard let scale = Reduction.scale(of: row) else { return nil }
    let ends = [
      start + (range.lowest - kink.position) * scale,
      start + (range.highest - kink.position) * scale,
    ]
    return KinkMotion(
      constraint: Int32(constraint), start: start, lowest: min(ends[0], ends[1]),
      highest: max(ends[0], ends[1]), rate: 1 / scale, moves: range.moves)
  }

  /// Finds the variables of the system that move, and their movement.
  ///
  /// - Complexity: O(variables + cells of definitions).
  private mutating func expand(
    _ motion: KinkMotion, _ component: SolvedComponent, _ place: Place
  ) {
    if slopes.count < values.count {
      slopes = ContiguousArray(repeating: 0, count: values.count)
    }
    component.simplex.moves(
      of: place.variable, by: motion.rate, component.variables, &slopes, &motion.variables)
    substitution.completeSlopes(&slopes, moving: &motion.variables)
    elimination.completeSlopes(&slopes, moving: &motion.variables)
    motion.partition(variableCount)
    var steepest = 1.0
    for variable in motion.variables {
      let slope = slopes[Int(variable)]
      motion.slopes.append(slope)
      slopes[Int(variable)] = 0
      steepest = max(steepest, abs(slope))
    }
    motion.longestWay = Self.longestWay / steepest
    motion.isExpanded = true
  }
}
