// SPDX-License-Identifier: MIT

/// A search for an irreducible contradictory subset of constraints, on the original constraints.
///
/// The multipliers of a failed first phase prove a contradiction among the constraints that have
/// one (Farkas). Most often all but one of their left sides are independent, and then each of them
/// is needed. Otherwise a deletion filter drops those that are not. A drop that leaves a
/// contradiction continues with the support of the new proof, which is often much smaller.
struct ConflictFinder {
  enum Search {
    case conflict(ContiguousArray<Int32>)
    /// There is no contradiction.
    case none
    case doubt
    case workLimit
  }

  /// The largest ratio of cells in the elimination of left sides to their own, with an allowance
  /// for small ones.
  ///
  /// Beyond it their dependence is not examined: constraints are left out one after the other then.
  private static let mostFill = 100
  private static let smallFill = 10_000

  let workLimit: Int
  /// Whether constraints are left out one after the other, without the support of proofs; a planted
  /// fault.
  private let ignoresSupports: Bool
  private(set) var work = SolverCounters()
  /// Whether the last proof of a contradiction dropped a number that may not have been rounding
  /// noise.
  private var hasLostDetail = false
  /// Scratch by variable: its number in the current problem, or -1.
  private var localIndex: ContiguousArray<Int32>

  init(variableCount: Int, workLimit: Int, ignoresSupports: Bool = false) {
    self.workLimit = workLimit
    self.ignoresSupports = ignoresSupports
    localIndex = ContiguousArray(repeating: -1, count: variableCount)
  }

  mutating func search(
    _ system: borrowing ConstraintRows, among constraints: ContiguousArray<Int32>
  ) -> Search {
    for constraint in constraints where Self.isImpossible(Int(constraint), system) {
      return .conflict([constraint])
    }
    var conflict: ContiguousArray<Int32>
    switch support(of: constraints, system) {
    case .conflict(let support): conflict = ignoresSupports ? constraints : support
    case let other: return other
    }
    // All constraints before `needed` are known to be.
    var needed = 0
    while needed < conflict.count {
      switch ignoresSupports ? .tooLarge : dependency(of: conflict, system) {
      case .single(let rows) where rows.count == conflict.count: needed = conflict.count
      case .single(let rows):
        // A constraint outside of the only zero combination has no part in a proof.
        switch support(of: ContiguousArray(rows.map { conflict[$0] }), system) {
        case .conflict(let support) where support.count < conflict.count:
          conflict = support
          needed = 0
        case .conflict, .none: return .doubt
        case let other: return other
        }
      case .independent:
        // Then all of them hold together, and the proof has lost some of its members.
        return .doubt
      case .several, .tooLarge:
        if !ignoresSupports, let part = contradictoryPart(of: conflict, system) {
          guard case .conflict(let support) = part else { return part }
          conflict = support
          needed = 0
          continue
        }
        var probe = conflict
        probe.remove(at: needed)
        switch support(of: probe, system) {
        case .conflict(let support):
          // A proof without a member that was found needed: rounding has decided there, in a larger
          // set.
          if !support.prefix(needed).elementsEqual(conflict.prefix(needed)) { needed = 0 }
          conflict = ignoresSupports ? probe : support
        case .none: needed += 1
        case let other: return other
        }
      }
    }
    // Each member is needed, so a proof uses all of them. Otherwise rounding has decided somewhere.
    // The result must not depend on numbers that were dropped as rounding noise.
    switch support(of: conflict, system) {
    case .conflict(let support):
      return support.count == conflict.count && !hasLostDetail ? .conflict(conflict) : .doubt
    case .none: return .doubt
    case let other: return other
    }
  }

  /// Returns the proof of one part of a conflict, if it falls into parts that share no variables;
  /// nil for a conflict in one part.
  ///
  /// A zero combination of all constraints is one of each part, so at least one part contradicts
  /// itself. If none does, rounding has decided somewhere. The last such part is taken.
  private mutating func contradictoryPart(
    of conflict: ContiguousArray<Int32>, _ system: borrowing ConstraintRows
  ) -> Search? {
    let parts = parts(of: conflict, system)
    if parts.count == 1 { return nil }
    for part in parts.reversed() {
      let found = support(of: part, system)
      if case .none = found { continue }
      return found
    }
    return .doubt
  }

  /// Returns the constraints in parts that share no variables, in the order of their first members.
  ///
  /// - Complexity: O(cells * log constraints).
  private mutating func parts(
    of constraints: ContiguousArray<Int32>, _ system: borrowing ConstraintRows
  ) -> [ContiguousArray<Int32>] {
    // A forest over the positions: the root of a part is its first member.
    var parents = Array(constraints.indices)
    func root(of position: Int) -> Int {
      var position = position
      while parents[position] != position {
        parents[position] = parents[parents[position]]
        position = parents[position]
      }
      return position
    }
    for (position, constraint) in constraints.enumerated() {
      let cells = system.cells(of: Int(constraint))
      work.cellOperations += cells.count
      for cell in cells {
        let variable = Int(system.columns[cell])
        if localIndex[variable] < 0 { localIndex[variable] = Int32(position) }
        let (one, other) = (root(of: Int(localIndex[variable])), root(of: position))
        parents[max(one, other)] = min(one, other)
      }
    }
    var partOfRoot = [Int](repeating: -1, count: constraints.count)
    var parts: [ContiguousArray<Int32>] = []
    for (position, constraint) in constraints.enumerated() {
      for cell in system.cells(of: Int(constraint)) { localIndex[Int(system.columns[cell])] = -1 }
      let root = root(of: position)
      if root == position {
        partOfRoot[root] = parts.count
        parts.append([])
      }
      assert(partOfRoot[root] >= 0, "the root \(root) of \(position) comes after it")
      parts[partOfRoot[root]].append(constraint)
    }
    assert(localIndex.allSatisfy { $0 < 0 }, "the scratch by variable is not clear")
    return parts
  }

  /// Returns the dependency of the left sides of constraints on each other.
  ///
  /// A proof is a zero combination of all of them. When there is only one such combination, each of
  /// them is needed: without one, the others are independent and hold together for any right sides.
  private mutating func dependency(
    of constraints: ContiguousArray<Int32>, _ system: borrowing ConstraintRows
  ) -> RowDependency.Kind {
    let problem = problem(of: constraints, system)
    work.cellOperations += problem.columns.count
    return RowDependency.kind(
      of: problem, cellLimit: Self.mostFill * problem.columns.count + Self.smallFill,
      workLimit: workLimit - work.spent, work: &work.cellOperations)
  }

  /// Whether a constraint without terms is violated.
  private static func isImpossible(
    _ constraint: Int, _ system: borrowing ConstraintRows
  ) -> Bool {
    guard system.cells(of: constraint).isEmpty else { return false }
    switch system.relations[constraint] {
    case .equal: return system.constants[constraint] != 0
    case .lessThanOrEqual: return system.constants[constraint] < 0
    case .greaterThanOrEqual: return system.constants[constraint] > 0
    }
  }

  /// Returns the constraints of a proof that they contradict each other, in their order.
  private mutating func support(
    of constraints: ContiguousArray<Int32>, _ system: borrowing ConstraintRows
  ) -> Search {
    let problem = problem(of: constraints, system)
    var simplex = LexicographicSimplex(
      problem, workLimit: workLimit - work.spent, fault: nil)
    let status = simplex.run()
    let done = simplex.work
    work.add(done)
    work.cellOperations += problem.columns.count
    switch status {
    case .optimal: return .none
    case .doubt: return .doubt
    case .workLimit: return .workLimit
    case .infeasible: hasLostDetail = simplex.tableau.hasLostDetail
    }
    var largest = 0.0
    for row in 0..<problem.rowCount { largest = max(largest, abs(simplex.multiplier(ofRow: row))) }
    var support: ContiguousArray<Int32> = []
    for (row, constraint) in constraints.enumerated()
    where abs(simplex.multiplier(ofRow: row)) > 1e-11 * largest {
      support.append(constraint)
    }
    return .conflict(support)
  }

  /// Returns the constraints as rows, without any presolve, so that each multiplier belongs to a
  /// constraint.
  private mutating func problem(
    of constraints: ContiguousArray<Int32>, _ system: borrowing ConstraintRows
  ) -> KinkedProblem {
    var problem = KinkedProblem()
    var variables: ContiguousArray<Int32> = []
    for constraint in constraints {
      for cell in system.cells(of: Int(constraint)) {
        let variable = Int(system.columns[cell])
        if localIndex[variable] < 0 {
          localIndex[variable] = Int32(variables.count)
          variables.append(Int32(variable))
          problem.kinkStarts.append(0)
        }
      }
    }
    problem.structuralCount = variables.count
    problem.lower = ContiguousArray(repeating: -.infinity, count: variables.count)
    problem.upper = ContiguousArray(repeating: .infinity, count: variables.count)
    problem.start = ContiguousArray(repeating: 0, count: variables.count)
    for constraint in constraints { append(Int(constraint), system, to: &problem) }
    for variable in variables { localIndex[Int(variable)] = -1 }
    return problem
  }

  private func append(
    _ constraint: Int, _ system: borrowing ConstraintRows, to problem: inout KinkedProblem
  ) {
    var largest = 0.0
    let cells = system.cells(of: constraint)
    for cell in cells { largest = max(largest, abs(system.coefficients[cell])) }
    let scale = largest > 0 ? largest.binade : 1
    for cell in cells {
      problem.columns.append(localIndex[Int(system.columns[cell])])
      problem.coefficients.append(system.coefficients[cell] / scale)
      problem.sizes.append(abs(system.coefficients[cell]) / scale)
      problem.isBlurred.append(false)
    }
    problem.rowStarts.append(Int32(problem.columns.count))
    let relation = system.relations[constraint]
    let position = system.constants[constraint] / scale
    problem.kinks.append(
      Kink(
        position: position, below: relation == .lessThanOrEqual ? 0 : -1,
        above: relation == .greaterThanOrEqual ? 0 : 1, level: 0,
        constraint: Int32(truncatingIfNeeded: constraint), magnitude: abs(position)))
    problem.kinkStarts.append(Int32(problem.kinks.count))
  }
}

extension LexicographicSimplex {
  /// Returns the multiplier of a row in the identity that bounds the cost of the level from below.
  func multiplier(ofRow row: Int) -> Double {
    let variable = structuralCount + row
    return place[variable] < 0 ? slopeAbove[variable] : -gradient[Int(place[variable])]
  }
}
