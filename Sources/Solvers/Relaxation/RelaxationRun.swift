// SPDX-License-Identifier: MIT

import LinearModel

/// One run of the relaxation strategy on one system.
struct RelaxationRun: ~Copyable {
  /// The most sweeps over all levels; a third of them for the required constraints.
  ///
  /// What has not settled by then is left to the polishing step. More sweeps were measured to make hardly any
  /// layout better.
  static let sweepsMax = 240
  /// Over-relaxation: 1 is a plain projection, 2 would never settle.
  private static let relaxation = 1.5
  /// The most one step of a sweep may move a settled point, in points.
  private static let settled = 1e-3
  /// How nearly a constraint must hold at a settled point to count as holding, in points.
  private static let near = 1e-2
  /// How far a constraint of the level at hand can pull the point away from its anchor, in points.
  private static let reach = 300.0

  /// The required constraints are taken for contradictory when the longest step of a sweep, halfway through
  /// their sweeps, is no more than reduced to this share at the end, and longer than `stalledStep`.
  private static let stalled = 0.8
  private static let stalledStep = 0.1

  private var polish: ActiveSetRun
  private var sweeper: Sweeper
  private let fault: RelaxationFault?
  private let limit: WorkLimit
  /// The distinct optional strengths, highest first.
  private var levels: [Double] = []

  /// - Parameters:
  ///   - rows: the constraints.
  ///   - start: values to start from.
  ///   - fault: a planted fault.
  ///   - limit: bounds the work.
  init(
    _ rows: consuming ScaledRows, start: [Double]?, fault: RelaxationFault?, limit: WorkLimit
  ) {
    self.fault = fault
    self.limit = limit
    sweeper = Sweeper(rows, knowing: Propagation(rows), start: start)
    for row in 0..<rows.count where !rows.isRequired(row) {
      if !levels.contains(rows.strengths[row]) { levels.append(rows.strengths[row]) }
    }
    levels.sort(by: >)
    polish = ActiveSetRun(
      rows, flaws: fault == .inequalitiesForgotten ? .ignoresInequalities : [], limit: limit)
  }

  var work: WorkCounters {
    var work = polish.work
    work.iterations = sweeper.sweeps
    work.rowOperations += sweeper.projections
    work.cellOperations += sweeper.cellOperations
    return work
  }

  mutating func outcome() -> SolveOutcome {
    guard polish.rows.isUsable else { return .gaveUp(.numericalDoubt) }
    relax()
    if isLimitReached { return .gaveUp(.workLimit) }
    let values = sweeper.values
    for variable in 0..<polish.rows.variableCount where !values[variable].isFinite {
      return .gaveUp(.numericalDoubt)
    }
    if let lie = fault?.unpolished(polish.rows, sweeper) { return lie }
    polish.begin(
      at: values, near: Self.near * polish.rows.magnitude, multipliers: sweeper.multipliers)
    polish.seeksProof = true
    polish.spend(sweeper.cellOperations)
    let outcome = polish.outcome()
    return fault?.spoil(outcome, sweeper) ?? outcome
  }

  private var isLimitReached: Bool { sweeper.cellOperations >= limit.cellOperations }

  /// Sweeps the required constraints, then one level after the other.
  private mutating func relax() {
    for row in 0..<polish.rows.count where polish.rows.isRequired(row) {
      sweeper.add(row, polish.rows.relations[row], reach: .infinity)
    }
    if fault == .stopsEarly {
      _ = settle(sweepsMax: 3)
      return
    }
    // Required constraints that contradict each other push the point to and fro for ever.
    let half = settle(sweepsMax: Self.sweepsMax / 6)
    let whole = settle(sweepsMax: Self.sweepsMax / 6)
    if whole > Self.stalled * half && whole > Self.stalledStep * polish.rows.magnitude { return }
    let sweepsEach = max(8, Self.sweepsMax * 2 / 3 / max(1, levels.count))
    for level in levels {
      if sweeper.sweeps >= Self.sweepsMax { return }
      for row in 0..<polish.rows.count where polish.rows.strengths[row] == level {
        let reach = Self.reach * polish.rows.magnitude / polish.rows.scales[row]
        sweeper.add(row, polish.rows.relations[row], reach: reach)
      }
      sweeper.reanchor()
      _ = settle(sweepsMax: sweepsEach)
      for row in 0..<polish.rows.count where polish.rows.strengths[row] == level {
        sweeper.freeze(row, in: polish.rows, within: Self.near * polish.rows.magnitude)
      }
    }
  }

  /// Sweeps until the point settles; returns the longest step of the last sweep.
  private mutating func settle(sweepsMax: Int) -> Double {
    let settled = Self.settled * polish.rows.magnitude
    var longest = 0.0
    for _ in 0..<sweepsMax where !isLimitReached {
      longest = sweeper.sweep(relaxation: Self.relaxation)
      if longest <= settled { break }
    }
    return longest
  }
}
