// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Scripts

/// A script of many operations on a few variables and constraints of a session.
///
/// A layout has so many constraints that its edits seldom meet. Here they change what was just
/// changed: several operations on one constraint, equal constraints, switched-off constraints that
/// change, drags of several variables in turn, refusals within batches, and steps below a point.
struct SmallScript {
  /// The largest number of edits.
  private static let editsMax = 24
  /// The number of constraints from which on edits rather remove one.
  private static let constraintsMax = 12
  /// One script in this many has a long drag.
  private static let longPeriod = 100

  var drawer: ScriptDrawer

  /// - Throws: `GenerationStop` when the source stops.
  init(_ source: inout ChoiceSource) throws(GenerationStop) {
    let size = try Size(&source)
    drawer = ScriptDrawer(variables: try size.variableCount(&source))
    let manyPriorities = 3 + (try source.index(below: 6))
    try drawer.choosePriorities(
      &source, count: try source.bool(1, in: 5) ? manyPriorities : nil)
    try drawer.chooseWitness(&source)
    for _ in 0..<(1 + (try source.index(below: 4))) { try drawer.add(&source) }
    if size != .few {
      for _ in 0..<(1 + (try source.index(below: 4))) { try drawer.addWide(&source) }
    }
    if try source.bool() { drawer.solve() }
    for _ in 0..<(1 + (try source.index(below: Self.editsMax))) {
      try edit(&source)
      if try source.bool(2, in: 3) { drawer.solve() }
    }
    if try source.bool(1, in: Self.longPeriod) { try dragLong(&source) }
    drawer.solve()
  }

  private mutating func edit(_ source: inout ChoiceSource) throws(GenerationStop) {
    switch try source.index(
      weights: [14, 12, 10, 12, 12, 6, 8, 10, 8, 8, 6, 6, 5, 2, 3, 5, 1, 4, 4, 3, 8])
    {
    case 0: try drawer.setConstant(&source)
    case 1: try hasRoom ? drawer.add(&source) : remove(&source)
    case 2: try hasRoom ? drawer.addRelated(&source) : remove(&source)
    case 3: try remove(&source)
    case 4: try drawer.toggle(&source)
    case 5: try drawer.duplicate(&source)
    case 6: try drawer.setStrength(&source)
    case 7: try changeSwitchedOff(&source)
    case 8: try drawer.drag(&source)
    case 9: try dragInTurn(&source)
    case 10: try drawer.endSuggestion(&source)
    case 11: try contradict(&source)
    case 12: try triple(&source)
    case 13: try drawer.changeToExtreme(&source)
    case 14: try drawer.changeWhatIsGone(&source)
    case 15: try moveSlightly(&source)
    case 16: try addAndRemoveMany(&source)
    case 17: if hasRoom { try drawer.addWide(&source) }
    case 18: try moveFar(&source)
    case 19: try addCycle(&source)
    default: try dragAcross(&source)
    }
  }

  private var hasRoom: Bool { drawer.present.count < Self.constraintsMax }

  private mutating func remove(_ source: inout ChoiceSource) throws(GenerationStop) {
    if let constraint = try drawer.anyPresent(&source) { drawer.remove(constraint.id) }
  }

  private mutating func copy(_ constraint: SolverScript.Constraint, _ distance: Rational = .zero) {
    drawer.append(
      constraint.terms.map { ($0.variable.index, $0.coefficient) }, constraint.relation,
      constraint.constant + distance, constraint.strength)
  }

  // MARK: - Constraints

  /// Switches a constraint off, changes it, and switches it on again.
  private mutating func changeSwitchedOff(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try drawer.anyPresent(&source) else { return }
    drawer.touched = constraint.id
    drawer.setActive(constraint.id, false)
    if try source.bool() { drawer.solve() }
    let value = constraint.constant.doubleValue
    drawer.setConstant(
      of: constraint.id, to: value + Double(try source.integer(in: -60...60, towards: 1)))
    if try source.bool() { try drawer.setStrength(&source) }
    if try source.bool() { drawer.solve() }
    drawer.setActive(constraint.id, true)
  }

  /// Adds the contrary of a required constraint within a batch, so that its other operations are
  /// refused, too.
  private mutating func contradict(_ source: inout ChoiceSource) throws(GenerationStop) {
    if try source.bool() { try drawer.setConstant(&source) }
    try drawer.contradict(&source)
    if try source.bool() { try drawer.drag(&source) }
  }

  /// Adds a constraint twice again, and removes some of the three.
  private mutating func triple(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try drawer.anyPresent(&source), drawer.isActive(constraint.id) else {
      return
    }
    copy(constraint)
    copy(constraint)
    var equal = [constraint.id] + drawer.present.suffix(2).map(\.id)
    for _ in 0..<(1 + (try source.index(below: 3))) {
      if try source.bool() { drawer.solve() }
      drawer.remove(equal.remove(at: try source.index(below: equal.count)))
    }
  }

  /// Changes a constant by less than a point, several times.
  private mutating func moveSlightly(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try drawer.anyPresent(&source) else { return }
    var step = 1.0
    for _ in 0..<(2 + (try source.index(below: 20))) { step /= 2 }
    if try source.bool() { step = -step }
    var value = constraint.constant.doubleValue
    for _ in 0..<(1 + (try source.index(below: 4))) {
      value += step
      drawer.setConstant(of: constraint.id, to: value)
      if try source.bool() { drawer.solve() }
    }
  }

  /// Adds many related constraints and removes them again, the oldest or the newest first.
  private mutating func addAndRemoveMany(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let constraint = try drawer.anyPresent(&source) else { return }
    let count = 5 + (try source.index(below: 80))
    for number in 0..<count { copy(constraint, Rational(number % 7)) }
    drawer.solve()
    var added = drawer.present.suffix(count).map(\.id)
    if try source.bool() { added.reverse() }
    for id in added {
      drawer.remove(id)
      if try source.bool(1, in: 8) { drawer.solve() }
    }
  }

  // MARK: - Drags

  /// Drags several variables in turn, which may belong to several components.
  private mutating func dragInTurn(_ source: inout ChoiceSource) throws(GenerationStop) {
    let count = drawer.script.variableCount
    let first = try source.index(below: count)
    let dragged = (0..<min(count, 2 + (try source.index(below: 5)))).map { (first + $0) % count }
    var values = try dragged.map { (_) throws(GenerationStop) in
      try source.integer(in: -50...500, towards: 0)
    }
    for _ in 0..<(2 + (try source.index(below: 5))) {
      for (position, variable) in dragged.enumerated() where try source.bool(3, in: 4) {
        values[position] += try source.integer(in: -40...40, towards: 1)
        try drawer.suggest(variable, Double(values[position]), &source)
      }
      drawer.solve()
    }
  }
}
