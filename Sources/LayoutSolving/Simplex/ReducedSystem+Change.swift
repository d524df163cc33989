// SPDX-License-Identifier: MIT

/// Changes of single constraints, without another presolve.
extension ReducedSystem {
  enum Change {
    /// The constraint's kink is in its new place.
    case done
    /// The presolve was made for other constraints.
    case needsPresolve
  }

  /// A variable of a component that has a kink, in the component's numbering.
  struct Place {
    let component: Int
    let variable: Int
  }

  /// Returns the place of a site's kinks; nil when no component has them.
  func place(of site: Reduction.Site) -> Place? {
    switch site {
    case .nowhere: return nil
    case .variable(let variable):
      let component = Int(componentOfVariable[variable])
      return component < 0
        ? nil : Place(component: component, variable: Int(localIndex[variable]))
    case .row(let row):
      if let leftSide = substitution.leftSide(ofRow: row) {
        return Place(
          component: Int(componentOfVariable[leftSide]), variable: Int(localIndex[leftSide]))
      }
      let component = Int(componentOfRow[row])
      return Place(
        component: component,
        variable: components[component].structuralCount + Int(localRow[row]))
    }
  }

  /// Returns the component with the kink of a constraint; nil when there is none.
  func component(of constraint: Int) -> SolvedComponent? {
    place(of: Reduction.Site(code: reduction.sites[constraint])).map { components[$0.component] }
  }

  /// Moves the kink of a constraint to its current position; a variable that rests at the kink
  /// moves with it.
  ///
  /// Components that had or have the kink are marked as changed.
  ///
  /// - Complexity: O(kinks of the component + replacements of the constraint's variables).
  mutating func update(_ constraint: Int, _ system: borrowing ConstraintRows) -> Change {
    while reduction.sites.count <= constraint { reduction.sites.append(Int32.min) }
    if constraint < isEliminated.count && isEliminated[constraint] { return .needsPresolve }
    let rested = takeAway(constraint)
    if system.isOff(constraint) { return .done }
    if !system.isFinite(constraint) { return .needsPresolve }
    if system.isRequired(constraint) { hasNewRequirement = true }
    row.expand(system, constraint, elimination)
    defer { row.clear() }
    row.dropNoise()
    if row.hasLostDetail { return .needsPresolve }
    if row.columns.isEmpty {
      // The presolve decides whether it holds, and explains a contradiction.
      return system.isRequired(constraint) ? .needsPresolve : .done
    }
    guard
      let level = plan.level(of: system.strengths[constraint]),
      let scale = Reduction.scale(of: row),
      let kink = Reduction.kink(
        of: row, scale: scale, constraint, system.relations[constraint], level: level, weight: 1),
      let site = site(of: row, scale: scale), let place = place(of: site)
    else { return .needsPresolve }
    if fault == .brokenBoundsKept && level == 0
      && system.violation(of: constraint, at: values.base) > 0
    {
      return .done
    }
    give(kink, to: site, place, rested: rested)
    return .done
  }

  private func site(of row: borrowing ExpandedRow, scale: Double) -> Reduction.Site? {
    if row.columns.count == 1 { return .variable(Int(row.columns[0])) }
    return reduction.existingRow(for: row, scale: scale).map { .row($0) }
  }

  /// Removes the kink of a constraint.
  ///
  /// - Returns: the place of the variable that rests at it; nil when none does.
  private mutating func takeAway(_ constraint: Int) -> Place? {
    let site = Reduction.Site(code: reduction.sites[constraint])
    guard let place = place(of: site) else { return nil }
    reduction.sites[constraint] = Reduction.Site.nowhere.code
    guard let kink = reduction.kinks.remove(constraint, of: site) else { return nil }
    let component = components[place.component]
    component.isChanged = true
    component.simplex.remove(
      kink, of: place.variable, rest: reduction.kinks.sum(at: kink, of: site))
    return component.simplex.rests(place.variable, at: kink.position) ? place : nil
  }

  private mutating func give(_ kink: Kink, to site: Reduction.Site, _ place: Place, rested: Place?)
  {
    var kink = kink
    let component = components[place.component]
    kink.position = component.simplex.snapped(kink, of: place.variable)
    reduction.kinks.append(kink, to: site)
    component.isChanged = true
    component.simplex.insert(kink, of: place.variable)
    if let rested, rested.component == place.component, rested.variable == place.variable {
      component.simplex.rest(place.variable, at: kink.position)
    }
    reduction.sites[Int(kink.constraint)] = site.code
  }

  /// Solves the changed components again, and copies their values.
  ///
  /// - Parameters:
  ///   - system: the current constraints.
  ///   - limit: the largest number of coefficients that may be read or written.
  ///   - work: receives the number of coefficients read or written.
  /// - Returns: `.optimal`, or the reason for another presolve.
  mutating func solveChanged(
    _ system: borrowing ConstraintRows, limit: Int, work: inout SolverCounters
  )
    -> LexicographicSimplex.Status
  {
    lastMotion = nil
    originCount = 0
    var hasChanged = false
    var left = limit
    for component in components where component.isChanged {
      let before = component.simplex.work
      let status = component.simplex.rerun(limit: left)
      let after = component.simplex.work
      work.add(after, since: before)
      left -= after.spent - before.spent
      if status != .optimal { return status }
      component.isChanged = false
      component.motion = nil
      component.isLocked = false
      if readValues(of: component, work: &work) { hasChanged = true }
    }
    // Every constraint that holds at these values has held before.
    if !hasChanged && !hasNewRequirement { return .optimal }
    hasNewRequirement = false
    complete()
    work.cellOperations += definitionCells
    if !isFinite { return .doubt }
    return fault == .brokenBoundsKept || holds(system, work: &work) ? .optimal : .doubt
  }
}
