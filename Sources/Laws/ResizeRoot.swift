// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LayoutSolving
import LinearModel
import Lowering
import Oracles
import Solvers

/// A window resized there and back has the layout of a new window, at both sizes.
package struct ResizeRoot: Law {
  package let name = "resizeRoot"
  package let statement =
    "a layout that has followed the root to another size is right there, and right again after it "
    + "has followed it back"
  package let reason = "a layout depends on what the constraints are, not on what they were"
  package let stage = LawStage.session

  package func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome {
    guard subject.answer.isFeasible else { return .notApplicable }
    let size = subject.layoutCase.environment.size
    let other = LayoutSize(
      width: choices.pick(lengths(from: size.width)) ?? size.width,
      height: choices.pick(lengths(from: size.height)) ?? size.height)
    var root = SessionRoot(subject.lowered)
    guard case .optimal = root.solve() else { return .undecided }
    root.set(subject.lowered.resizing(from: size, to: other, fault: world.fault?.lowering))
    let there = root.solve()
    if let broken = try outcome(of: there, on: subject, resizedTo: other, in: world) {
      return broken
    }
    // At the other size there may be no layout: then the session reverts the change by itself.
    guard case .optimal = there else { return .notApplicable }
    root.set(subject.lowered.resizing(from: other, to: size, fault: world.fault?.lowering))
    let claim = SolveResult(root.solve(), work: WorkCounters())
    let judgement = try judge(
      claim, of: subject.lowered.system, against: subject.answer, limit: world.limit)
    switch judgement.verdict {
    case .undecided, .gaveUp, .needlessGiveUp: return .undecided
    case .wrongInfeasible:
      return .broken("from \(text(size)) to \(text(other)) and back, there is no layout any more")
    default: break
    }
    guard judgement.verdict.isFailure else { return .holds }
    return .broken(
      "from \(text(size)) to \(text(other)) and back, the layout is \(judgement.measured) pt"
        + " from every right one")
  }

  /// Compares the session's answer at the other size with the answer to a new layout of that size.
  ///
  /// - Returns: nil when it is right, or when nothing is known.
  private func outcome(
    of claim: SolveOutcome, on subject: LawSubject, resizedTo other: LayoutSize, in world: LawWorld
  ) throws(OracleError) -> LawOutcome? {
    var resized = subject.layoutCase
    let size = resized.environment.size
    resized.environment.size = other
    let fresh = world.lower(resized)
    guard let answer = try world.solve(fresh) else { return nil }
    if case .infeasible = claim {
      // The session names no conflict here.
      return answer.isFeasible
        ? .broken("from \(text(size)) to \(text(other)), there is no layout") : nil
    }
    let judgement = try judge(
      SolveResult(claim, work: WorkCounters()), of: fresh.system, against: answer,
      limit: world.limit)
    // A session that gives up has no layout, and is judged by its scripts.
    guard judgement.verdict.isFailure, judgement.verdict != .needlessGiveUp else { return nil }
    return .broken(
      "from \(text(size)) to \(text(other)), the layout is \(judgement.measured) pt from every "
        + "right one there")
  }

  private func lengths(from length: LayoutNumber) -> [LayoutNumber] {
    [length, length.adding(100), 1024, 600, 320].compactMap(\.self)
  }

  private func text(_ size: LayoutSize) -> String {
    "\(size.width.text) x \(size.height.text)"
  }
}

/// An incremental solver that holds the linear system of a case.
private struct SessionRoot: ~Copyable {
  private var session = SolverSession()
  private var constraints: [SolverSession.Constraint] = []

  init(_ lowered: LoweredCase) {
    let system = lowered.system
    var variables: [SolverSession.Variable] = []
    for _ in 0..<system.variableCount { variables.append(session.addVariable()) }
    for row in 0..<system.constraintCount {
      let terms = system.cells(of: row).map {
        SolverSession.Term(system.coefficients[$0], variables[Int(system.columns[$0])])
      }
      constraints.append(
        session.addConstraint(
          terms, SolverSession.Relation(system.relations[row]), system.constants[row],
          strength: SolverSession.Strength(system.strengths[row].value)))
    }
  }

  /// Returns the session's answer after the changes, as a strategy's claim; it explains no
  /// conflict.
  mutating func solve() -> SolveOutcome {
    switch session.solve() {
    case .solved: return .optimal(Solution(values: session.withValues { Array($0) }))
    case .conflict: return .infeasible(conflict: [])
    case .gaveUp: return .gaveUp(.numericalDoubt)
    }
  }

  mutating func set(_ changes: [ResizedConstant]) {
    for change in changes {
      session.setConstant(change.constant.doubleValue, of: constraints[change.row])
    }
  }
}
