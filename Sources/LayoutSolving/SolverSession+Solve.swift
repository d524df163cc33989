// SPDX-License-Identifier: MIT

extension SolverSession {
  /// Performs all operations since the last answer, or none of them.
  ///
  /// - Returns: whether there is an answer, otherwise the reason; then the constraints and all
  ///   values are those of the last answer.
  public mutating func solve() -> Outcome {
    let outcome = solveAll()
    checkAnswer()
    return outcome
  }

  private mutating func solveAll() -> Outcome {
    changed.removeAll(keepingCapacity: true)
    if log.isEmpty { return .solved }
    let before = counters.spent
    let limit = max(0, workLimit)
    if let box = reduced, advance(&box.system, limit: limit) {
      commit()
      return .solved
    }
    return solveAfresh(limit: limit - (counters.spent - before))
  }

  // MARK: - Afresh

  private mutating func solveAfresh(limit: Int) -> Outcome {
    reduced = nil
    var run = SimplexRun(limit: limit)
    let outcome = run.solve(rows)
    counters.add(run.work)
    switch outcome {
    case .optimal:
      ways.afresh += 1
      reduced = run.reduced
      reduced?.system.fault = fault
      if let box = run.reduced { publish(box.system) }
      commit()
      return .solved
    case .infeasible(let conflict):
      let constraints = conflict.map { row in
        let slot = slotOfRow[Int(row)]
        return Constraint(slot: slot, generation: generationOfSlot[Int(slot)])
      }
      takeBack()
      if fault != nil { plantRefusalFault(constraints) }
      return .conflict(constraints)
    case .gaveUp(let doubt):
      takeBack()
      return .gaveUp(doubt)
    }
  }

  /// Copies new values.
  private mutating func publish(_ reduced: borrowing ReducedSystem) {
    let values = reduced.values.base
    // The variables written by a motion before another one had to be given up.
    let written = Set(changed)
    for variable in 0..<reduced.variableCount where answer[variable] != values[variable] {
      answer[variable] = values[variable]
      let index = Int32(truncatingIfNeeded: variable)
      if written.isEmpty || !written.contains(index) { changed.append(index) }
    }
  }

  // MARK: - From the last answer

  /// Resumes from the last answer.
  ///
  /// - Returns: false when another presolve is needed, or in doubt; then the state is unusable.
  private mutating func advance(_ reduced: inout ReducedSystem, limit: Int) -> Bool {
    let before = counters.spent
    if follow(&reduced, limit: limit) { return true }
    if reduced.variableCount < answer.count { return false }
    endMotions(&reduced)
    for index in log.entries.indices {
      let entry = log.entries[index]
      guard entry.isOfRow, fault == nil || !overlooks(entry, reduced) else { continue }
      for row in entry.indices {
        guard case .done = reduced.update(row, rows) else { return false }
      }
    }
    let status = reduced.solveChanged(
      rows, limit: limit - (counters.spent - before), work: &counters)
    guard status == .optimal, !hasStrayed(reduced) else { return false }
    ways.continued += 1
    publish(reduced)
    return true
  }

  /// The largest ratio of a value to the largest constant before it is suspicious.
  ///
  /// It leaves some seven digits behind the point of a layout's numbers.
  private static let strayFactor = 1e9

  /// Whether a value is far beyond all values of constraints.
  ///
  /// A variable without constraints stays where a removed one has moved it. If that is far away,
  /// the variables tied to it have no digits left for their own values.
  private func hasStrayed(_ reduced: borrowing ReducedSystem) -> Bool {
    var farthest = 0.0
    for variable in 0..<reduced.variableCount {
      farthest = max(farthest, abs(reduced.values[variable]))
    }
    if farthest <= Self.strayFactor { return false }
    var largest = 1.0
    for row in 0..<rows.constraintCount where !rows.isOff(row) {
      largest = max(largest, abs(rows.constants[row]))
    }
    return farthest > Self.strayFactor * largest
  }

  /// Sets the components' own values to those of the last answer.
  ///
  /// A constraint that has changed since did not move them: it is handled with the other changes.
  private func endMotions(_ reduced: inout ReducedSystem) {
    for component in reduced.components {
      guard let motion = component.motion else { continue }
      if fault == .dragForgotten {
        component.motion = nil
        continue
      }
      let isInLog = log.names(row: Int(motion.constraint))
      if isInLog && rows.isOff(Int(motion.constraint)) {
        reduced.release(motion, component)
      } else if isInLog {
        component.motion = nil
      } else if !reduced.settle(component, rows) {
        component.isChanged = true
      }
    }
  }

  // MARK: - Along with constants

  /// Moves values with constants, where nothing else has changed: at most one constant in a
  /// component.
  private mutating func follow(_ reduced: inout ReducedSystem, limit: Int) -> Bool {
    guard log.entries.count <= 4 else { return false }
    for index in log.entries.indices where log.entries[index].kind != .constant { return false }
    if log.entries.count == 1 {
      guard let motion = motion(of: log.entries[0], &reduced, limit: limit),
        mayMove(motion, &reduced, amongOthers: 1)
      else { return false }
      return move(motion, &reduced)
    }
    var left = limit
    var motions: [KinkMotion] = []
    for index in log.entries.indices {
      let before = counters.spent
      guard let motion = motion(of: log.entries[index], &reduced, limit: left) else {
        return false
      }
      left -= counters.spent - before
      motions.append(motion)
    }
    // Two in one component: the first was replaced by the other.
    guard motions.allSatisfy({ !$0.isOver }) else { return false }
    // All are checked before the first one moves: a failure later must leave no trace.
    for motion in motions where !mayMove(motion, &reduced, amongOthers: motions.count) {
      return false
    }
    let old = motions.contains { $0.hasTravelled } ? withValues { Array($0) } : []
    for motion in motions where !move(motion, &reduced) {
      for variable in old.indices { answer[variable] = old[variable] }
      changed.removeAll(keepingCapacity: true)
      return false
    }
    return true
  }

  private func mayMove(
    _ motion: KinkMotion, _ reduced: inout ReducedSystem, amongOthers count: Int
  ) -> Bool {
    motion.hasTravelled || !motion.moves
      || reduced.mayTakeOrigins(of: motion, amongOthers: count)
  }

  private mutating func motion(
    of entry: OperationLog.Entry, _ reduced: inout ReducedSystem, limit: Int
  ) -> KinkMotion? {
    reduced.follow(entry.index, rows, oldConstant: entry.old, limit: limit, work: &counters)
  }

  /// Moves values along a motion.
  ///
  /// - Returns: false when a resulting value is not finite.
  private mutating func move(_ motion: KinkMotion, _ reduced: inout ReducedSystem) -> Bool {
    if motion.hasTravelled { return takeOver(motion, &reduced) }
    ways.followed += 1
    if !motion.moves { return true }
    if reduced.lastMotion !== motion || !motion.hasOrigins {
      reduced.takeOrigins(of: motion)
    }
    motion.move(by: motion.now - motion.originConstant, answer, reduced.values)
    motion.reached = motion.now
    let moved = motion.systemVariables
    counters.cellOperations += motion.variables.count
    if changed.isEmpty {
      changed = moved
    } else {
      // A variable may depend on several components.
      let known = Set(changed)
      changed.append(contentsOf: moved.filter { !known.contains($0) })
    }
    return true
  }

  /// Copies the result of a motion through several bases.
  private mutating func takeOver(_ motion: KinkMotion, _ reduced: inout ReducedSystem) -> Bool {
    guard let component = reduced.component(of: Int(motion.constraint)) else { return false }
    counters.cellOperations += component.variables.count + reduced.definitionCells
    let known = changed.count
    guard reduced.takeOver(component, &changed) else {
      changed.removeLast(changed.count - known)
      return false
    }
    for variable in changed[known...] { answer[Int(variable)] = reduced.values[Int(variable)] }
    ways.crossed += 1
    motion.hasTravelled = false
    motion.reached = motion.now
    reduced.lastMotion = motion
    if known > 0 {
      let earlier = Set(changed[..<known])
      let more = changed[known...].filter { !earlier.contains($0) }
      changed.removeLast(changed.count - known)
      changed.append(contentsOf: more)
    }
    return true
  }

  // MARK: - The log

  private mutating func commit() {
    if fault != nil { plantReportFault() }
    for index in log.entries.indices where log.entries[index].kind == .removed {
      release(row: log.entries[index].index)
    }
    log.removeAll()
    compactIfNeeded()
  }

  private mutating func compactIfNeeded() {
    if deadRows > 64 && deadRows > rows.constraintCount / 2 { compact() }
  }

  /// Releases the slot of a removed row.
  private mutating func release(row: Int) {
    let slot = slotOfRow[row]
    guard slot >= 0 else { return }
    slotOfRow[row] = -1
    rowOfSlot[Int(slot)] = -1
    generationOfSlot[Int(slot)] &+= 1
    freeSlots.append(slot)
    deadRows += 1
  }

  /// Reverts all operations since the last answer; the next answer starts afresh.
  private mutating func takeBack() {
    reduced = nil
    for index in log.entries.indices.reversed() {
      let entry = log.entries[index]
      switch entry.kind {
      case .added:
        for row in entry.indices {
          rows.setStrength(0, of: row)
          release(row: row)
        }
      case .removed:
        rows.setStrength(entry.old, of: entry.index)
        if fault == .refusedRemovalForgotten { continue }
        rowOfSlot[Int(slotOfRow[entry.index])] = Int32(truncatingIfNeeded: entry.index)
      case .constant where forgetsToTakeBack(entry): break
      case .constant: rows.setConstant(entry.old, of: entry.index)
      case .strength: rows.setStrength(entry.old, of: entry.index)
      case .ownStrength: ownStrengths[entry.index] = entry.old
      case .editBegun: editSlots[entry.index] = -1
      case .editEnded: editSlots[entry.index] = Int32(entry.old)
      }
    }
    log.removeAll()
    compactIfNeeded()
  }

  /// Removes the rows without a constraint; the next answer starts afresh.
  private mutating func compact() {
    reduced = nil
    var kept = 0
    rows.keep { slotOfRow[$0] >= 0 }
    for row in slotOfRow.indices where slotOfRow[row] >= 0 {
      rowOfSlot[Int(slotOfRow[row])] = Int32(truncatingIfNeeded: kept)
      slotOfRow[kept] = slotOfRow[row]
      ownStrengths[kept] = ownStrengths[row]
      kept += 1
    }
    slotOfRow.removeLast(slotOfRow.count - kept)
    ownStrengths.removeLast(ownStrengths.count - kept)
    deadRows = 0
  }
}
