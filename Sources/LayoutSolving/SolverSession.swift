// SPDX-License-Identifier: MIT

/// A system of linear constraints that is solved repeatedly as it changes: the solver of a layout
/// engine.
///
/// Variables are free, and required constraints must hold. For each lower strength, from high to
/// low, the sum of the absolute violations is minimal over all optima of the strengths above
/// (strictly lexicographic).
///
/// Operations are recorded when they are called and performed by `solve()`, all or none. When
/// required constraints contradict each other, or rounding leaves no reliable answer, every
/// operation since the last answer is reverted, and the answer stays the same. An answer depends on
/// the constraints alone, up to the choice among equally good ones, and not on their history.
///
/// The cost of a change depends on its kind. A change of a constant (above all an edit's
/// suggestion) with the same optimal basis costs a multiplication for each variable that moves.
/// Another change of a preference or an inequality resumes from the last basis. Three kinds of
/// changes start afresh: changes of required equalities, constraints that tie variables together in
/// a new way, and the first constraint on a variable alone that only longer ones have held.
///
/// A session belongs to one thread at a time. A call that breaks a precondition ends the program
/// with a text, in release builds too. Variables and constraints of another session are only
/// detected where this one has no such number.
public struct SolverSession: ~Copyable {
  /// The standard limit of one answer, about a second of work.
  public static let standardWorkLimit = 500_000_000

  /// The largest number of coefficients that one call of `solve()` may read or write.
  public var workLimit = SolverSession.standardWorkLimit

  /// The work done so far.
  public internal(set) var counters = SolverCounters()

  /// A planted bug; nil for a healthy session.
  var fault: SessionFault?

  /// The variables whose values the last call of `solve()` has written, without repeats.
  ///
  /// They include all with another value, and a few whose value is the same again.
  public var changedVariables: [Variable] { changed.map { Variable(index: Int($0)) } }

  /// The value of each variable in the last answer.
  @usableFromInline var answer = GrowingBuffer<Double>(capacity: 64)

  var rows = ConstraintRows()
  /// The strength of each row when it is active.
  var ownStrengths = GrowingBuffer<Double>(capacity: 64)
  /// The constraint of each row.
  var slotOfRow = GrowingBuffer<Int32>(capacity: 64)
  /// The row of each slot, -1 when it is free.
  var rowOfSlot = GrowingBuffer<Int32>(capacity: 64)
  var generationOfSlot = GrowingBuffer<Int32>(capacity: 64)
  var freeSlots = GrowingBuffer<Int32>(capacity: 64)
  /// The slot of each variable's edit, or -1.
  var editSlots = GrowingBuffer<Int32>(capacity: 64)
  /// The number of rows without a constraint.
  var deadRows = 0

  var log = OperationLog()
  /// The state of the last answer; nil when the next one starts afresh.
  var reduced: ReducedSystemBox?
  var changed: ContiguousArray<Int32> = []
  /// The numbers of answers by method; motions with a constant, within a range and beyond, are
  /// counted one by one.
  package internal(set) var ways = (afresh: 0, continued: 0, followed: 0, crossed: 0)

  /// Creates a session without variables and constraints.
  public init() {}

  // MARK: - Values

  /// Returns the value of a variable in the last answer; 0 before the first one.
  @inlinable
  public func value(of variable: Variable) -> Double {
    require(variable.index < answer.count, "the variable is one of another session")
    return answer[variable.index]
  }

  /// Calls `body` with all values of the last answer, by variable in the order of their creation.
  @inlinable
  public func withValues<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Double>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: answer.base, count: answer.count))
  }

  // MARK: - Variables and constraints

  /// Adds a variable; its value is 0 until constraints change it.
  public mutating func addVariable() -> Variable {
    answer.append(0)
    rows.variableCount = answer.count
    editSlots.append(-1)
    checkOperation()
    return Variable(index: answer.count - 1)
  }

  /// Adds the constraint `sum of terms  relation  constant`.
  ///
  /// Terms of one variable are added up. A constraint without terms is legal: it holds, or it does
  /// not.
  ///
  /// - Complexity: O(k) amortized for k terms, O(k log k) for long sums; the work is done by
  ///   `solve()`.
  @discardableResult
  public mutating func addConstraint(
    _ terms: [Term], _ relation: Relation, _ constant: Double, strength: Strength = .required
  ) -> Constraint {
    for term in terms {
      require(term.variable.index < answer.count, "a term's variable is one of another session")
    }
    rows.append(terms, relation, constant, strength: strength.value)
    let row = rows.constraintCount - 1
    let slot = takeSlot()
    rowOfSlot[Int(slot)] = Int32(truncatingIfNeeded: row)
    slotOfRow.append(slot)
    ownStrengths.append(strength.value)
    log.note(.added, row)
    checkOperation(onRow: row)
    return Constraint(slot: slot, generation: generationOfSlot[Int(slot)])
  }

  private mutating func takeSlot() -> Int32 {
    if let slot = freeSlots.popLast() { return slot }
    rowOfSlot.append(-1)
    generationOfSlot.append(0)
    return Int32(truncatingIfNeeded: rowOfSlot.count - 1)
  }

  /// Whether the session contains a constraint, active or not.
  public func contains(_ constraint: Constraint) -> Bool {
    let slot = Int(constraint.slot)
    return slot < rowOfSlot.count && generationOfSlot[slot] == constraint.generation
      && rowOfSlot[slot] >= 0
  }

  private func row(of constraint: Constraint) -> Int {
    require(contains(constraint), "the constraint was removed, or is one of another session")
    return Int(rowOfSlot[Int(constraint.slot)])
  }

  /// Removes a constraint or an edit.
  ///
  /// - Precondition: the session contains it.
  public mutating func remove(_ constraint: Constraint) {
    let row = row(of: constraint)
    rowOfSlot[Int(constraint.slot)] = -1
    let strength = rows.strengths[row]
    log.note(.removed, row, old: strength)
    rows.setStrength(0, of: row)
    var isEdit = false
    if let cell = rows.cells(of: row).first {
      let variable = Int(rows.columns[cell])
      if editSlots[variable] == constraint.slot {
        isEdit = true
        editSlots[variable] = -1
        log.note(.editEnded, variable, old: Double(constraint.slot))
      }
    }
    if fault != nil { plantRemovalFault(row, strength: strength, isEdit: isEdit) }
    checkOperation(onRow: row)
  }

  /// Replaces the constant of a constraint.
  ///
  /// - Precondition: the session contains it.
  public mutating func setConstant(_ constant: Double, of constraint: Constraint) {
    setConstant(constant, ofRow: row(of: constraint))
  }

  private mutating func setConstant(_ constant: Double, ofRow row: Int) {
    let old = rows.constants[row]
    if old == constant { return }
    log.note(.constant, row, old: old)
    rows.setConstant(constant, of: row)
    checkOperation(onRow: row)
  }

  /// Replaces the strength of a constraint.
  ///
  /// - Precondition: the session contains it.
  public mutating func setStrength(_ strength: Strength, of constraint: Constraint) {
    let row = row(of: constraint)
    if ownStrengths[row] == strength.value { return }
    log.note(.ownStrength, row, old: ownStrengths[row])
    ownStrengths[row] = strength.value
    if !rows.isOff(row) {
      log.note(.strength, row, old: rows.strengths[row])
      rows.setStrength(strength.value, of: row)
    }
    checkOperation(onRow: row)
  }

  /// Switches a constraint off, or on again.
  ///
  /// - Precondition: the session contains it.
  public mutating func setActive(_ isActive: Bool, of constraint: Constraint) {
    let row = row(of: constraint)
    if rows.isOff(row) != isActive { return }
    log.note(.strength, row, old: rows.strengths[row])
    rows.setStrength(isActive ? ownStrengths[row] : 0, of: row)
    checkOperation(onRow: row)
  }

  // MARK: - Edits

  /// Adds a constraint that holds a variable at its suggested value, at first at its value in the
  /// last answer.
  ///
  /// - Precondition: the variable has no edit.
  /// - Returns: the constraint; `remove` ends the edit.
  @discardableResult
  public mutating func addEdit(of variable: Variable, strength: Strength) -> Constraint {
    require(editSlot(of: variable) < 0, "the variable has an edit already")
    let edit = addConstraint(
      [Term(1, variable)], .equal, value(of: variable), strength: strength)
    editSlots[variable.index] = edit.slot
    log.note(.editBegun, variable.index)
    checkOperation()
    return edit
  }

  /// Suggests a value for an edited variable.
  ///
  /// - Precondition: the variable has an edit.
  public mutating func suggest(_ value: Double, for variable: Variable) {
    let slot = editSlot(of: variable)
    require(slot >= 0, "the variable has no edit")
    setConstant(value, ofRow: Int(rowOfSlot[Int(slot)]))
  }

  private func editSlot(of variable: Variable) -> Int32 {
    require(variable.index < editSlots.count, "the variable is one of another session")
    return editSlots[variable.index]
  }
}
