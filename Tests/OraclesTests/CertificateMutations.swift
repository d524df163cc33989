// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

/// Corrupts every part of a proved answer so that it is false; the checker must reject each.
@Suite("The checker rejects corrupted answers")
struct CertificateMutations {
  /// The number of attempts of each kind, which must be high enough to be significant.
  private struct Tally {
    var tried: [String: Int] = [:]
  }

  private func expectRejected(
    _ answer: ExactAnswer, _ system: LinearSystem, _ kind: String, _ seed: Int,
    _ tally: inout Tally
  ) {
    tally.tried[kind, default: 0] += 1
    #expect(
      CertificateChecker.rejection(of: answer, for: system) != nil, "\(kind) accepted, seed \(seed)"
    )
  }

  @Test("checking an answer again accepts it, and rejects a corrupted one")
  func checkedOnceMore() throws {
    var systems = RandomSystems(seed: 77)
    let system = systems.layoutLike(views: 6)
    var answer = try ExactOracle.solve(system)
    try ExactOracle.check(answer, to: system)
    guard case .feasible(var optimum) = answer.status else {
      Issue.record("the layout of seed 77 is feasible")
      return
    }
    optimum.point = optimum.point.map { $0 + Rational(1_000_000) }
    answer.status = .feasible(optimum)
    #expect(throws: OracleError.self) { try ExactOracle.check(answer, to: system) }
  }

  private func answers(
    _ seeds: Range<Int>,
    _ body: (Int, LinearSystem, ExactAnswer, inout RandomSystems) throws -> Void
  ) throws {
    for seed in seeds {
      var systems = RandomSystems(seed: UInt64(20_000 + seed))
      let system =
        seed % 3 == 0
        ? systems.layoutLike(views: systems.integer(2...8))
        : systems.wild(
          variables: systems.integer(1...4), constraints: systems.integer(4...10),
          strengths: [1000, 1000, 750, 500, 250])
      let answer = try ExactOracle.solve(system)
      try body(seed, system, answer, &systems)
    }
  }

  @Test("changed optima and multipliers of levels are rejected")
  func levels() throws {
    var tally = Tally()
    try answers(0..<250) { seed, system, answer, systems in
      guard let optimum = answer.optimum, !optimum.levels.isEmpty else { return }
      let level = systems.integer(0...optimum.levels.count - 1)
      func corrupted(_ change: (inout LevelCertificate) -> Void) -> ExactAnswer {
        var copy = optimum
        change(&copy.levels[level])
        return ExactAnswer(status: .feasible(copy), pivots: 0, usedBigIntegers: false)
      }
      let nudge = Rational(systems.integer(0...1) == 0 ? 1 : -1, 7)
      expectRejected(corrupted { $0.optimum += nudge }, system, "optimum", seed, &tally)
      let entries = optimum.levels[level].multipliers.entries
      // After a change of the multiplier of a row with terms, the variables do not cancel.
      if let index = entries.indices.first(where: {
        !system.cells(of: entries[$0].constraint).isEmpty
      }) {
        expectRejected(
          corrupted { $0.multipliers.entries[index].value += nudge }, system, "lambda", seed, &tally
        )
        expectRejected(
          corrupted { $0.multipliers.entries.remove(at: index) }, system, "lambda gone", seed,
          &tally)
        // All of them times 1000: the variables cancel, but the bound grows, or the ranges are
        // left.
        expectRejected(
          corrupted { level in
            for entry in level.multipliers.entries.indices {
              level.multipliers.entries[entry].value *= Rational(1000)
            }
          }, system, "lambda scaled", seed, &tally)
      }
      for higher in 0..<level {
        // A negative weight is never valid. A changed one changes the bound if the optimum of the
        // level is not 0.
        expectRejected(
          corrupted { $0.higherLevels[higher] = -.one }, system, "mu negative", seed, &tally)
        if !optimum.levels[higher].optimum.isZero {
          expectRejected(
            corrupted { $0.higherLevels[higher] += .one }, system, "mu", seed, &tally)
        }
      }
      expectRejected(corrupted { $0.higherLevels.append(.one) }, system, "mu count", seed, &tally)
    }
    for kind in [
      "optimum", "lambda", "lambda gone", "lambda scaled", "mu negative", "mu", "mu count",
    ] {
      #expect(tally.tried[kind, default: 0] >= 30, "\(kind): \(tally.tried)")
    }
  }

  @Test("a multiplier in several parts, each of them in range, is rejected")
  func splitMultipliers() throws {
    // 0 and 10 at the same strength: 10 is the best. Multipliers of 3 would prove 30.
    var system = LinearSystem()
    let variable = system.addVariable()
    let strength = Strength(500)
    system.addConstraint([.init(.one, variable)], .equal, .zero, strength: strength)
    system.addConstraint([.init(.one, variable)], .equal, Rational(10), strength: strength)
    func answer(parts: Int, optimum: Int, at points: [Int]) -> ExactAnswer {
      var entries: [Multipliers.Entry] = []
      for constraint in 0..<2 {
        for _ in 0..<parts {
          entries.append(.init(constraint: constraint, value: constraint == 0 ? .one : -.one))
        }
      }
      let level = LevelCertificate(
        strength: strength, optimum: Rational(optimum), multipliers: Multipliers(entries: entries),
        higherLevels: [])
      return ExactAnswer(
        status: .feasible(
          ExactOptimum(
            point: [Rational(points[0])], levels: [level],
            uniqueness: .ambiguous([Rational(points[1])]))), pivots: 0, usedBigIntegers: false)
    }
    try ExactOracle.check(answer(parts: 1, optimum: 10, at: [0, 10]), to: system)
    #expect(throws: OracleError.self) {
      try ExactOracle.check(answer(parts: 3, optimum: 30, at: [20, -10]), to: system)
    }
  }

  @Test("numbers of more than 64 bits are checked like others", arguments: [0, 1])
  func bigNumbers(shift: Int) throws {
    // A chain of factors that are no fractions of small numbers.
    var system = LinearSystem()
    let factor = Rational(3_000_000_019, 2_000_000_011)
    var last = system.addVariable()
    system.addConstraint([.init(.one, last)], .equal, .one)
    for _ in 0..<6 {
      let next = system.addVariable()
      system.addConstraint([.init(.one, next), .init(-factor, last)], .equal, .zero)
      last = next
    }
    system.addConstraint([.init(.one, last)], .equal, .zero, strength: Strength(250))
    var answer = try ExactOracle.solve(system)
    guard case .feasible(var optimum) = answer.status else {
      Issue.record("the chain is feasible")
      return
    }
    #expect(optimum.isUnique && optimum.point.contains { $0.big != nil })
    optimum.point[last.index] += Rational(shift)
    answer.status = .feasible(optimum)
    #expect((CertificateChecker.rejection(of: answer, for: system) == nil) == (shift == 0))
  }

  @Test("a changed point or second point is rejected")
  func points() throws {
    var tally = Tally()
    try answers(250..<500) { seed, system, answer, systems in
      guard let optimum = answer.optimum, system.variableCount > 0 else { return }
      var copy = optimum
      let variable = systems.integer(0...system.variableCount - 1)
      if optimum.isUnique {
        copy.point[variable] += Rational(1, 3)
        expectRejected(
          ExactAnswer(status: .feasible(copy), pivots: 0, usedBigIntegers: false), system, "point",
          seed, &tally)
      } else if case .ambiguous(let second) = optimum.uniqueness {
        copy.uniqueness = .ambiguous(optimum.point)
        expectRejected(
          ExactAnswer(status: .feasible(copy), pivots: 0, usedBigIntegers: false), system,
          "same witness", seed, &tally)
        // The first point with one distant value: only an idle variable may have it.
        var far = second
        far[variable] += Rational(1_000_000)
        let isIdle = !system.columns.contains(Int32(variable))
        let isStillOptimal =
          ExactViolations.optima(of: far, in: system) == optimum.levels.map(\.optimum)
        if !isIdle, !isStillOptimal {
          copy.uniqueness = .ambiguous(far)
          expectRejected(
            ExactAnswer(status: .feasible(copy), pivots: 0, usedBigIntegers: false), system,
            "far witness", seed, &tally)
        }
      }
      copy = optimum
      copy.point.append(.zero)
      expectRejected(
        ExactAnswer(status: .feasible(copy), pivots: 0, usedBigIntegers: false), system, "size",
        seed, &tally)
    }
    for kind in ["point", "same witness", "far witness", "size"] {
      #expect(tally.tried[kind, default: 0] >= 30, "\(kind): \(tally.tried)")
    }
  }

  @Test("a changed proof of uniqueness is rejected")
  func uniqueness() throws {
    var tally = Tally()
    try answers(500..<900) { seed, system, answer, systems in
      guard let optimum = answer.optimum, system.variableCount > 0,
        case .unique(let certificate) = optimum.uniqueness
      else { return }
      func corrupted(_ change: (inout UniquenessCertificate) -> Void) -> ExactAnswer {
        var changed = certificate
        change(&changed)
        var copy = optimum
        copy.uniqueness = .unique(changed)
        return ExactAnswer(status: .feasible(copy), pivots: 0, usedBigIntegers: false)
      }
      expectRejected(corrupted { $0.tight.removeLast() }, system, "tight gone", seed, &tally)
      expectRejected(
        corrupted { $0.tight = Array(repeating: $0.tight[0], count: $0.tight.count + 1) }, system,
        "tight repeated", seed, &tally, when: certificate.tight.count > 1)
      if let entry = certificate.closing.entries.first(where: {
        !system.cells(of: $0.constraint).isEmpty
      }), let index = certificate.closing.entries.firstIndex(of: entry) {
        expectRejected(
          corrupted { $0.closing.entries[index].value += Rational(1, 5) }, system, "closing", seed,
          &tally)
      }
      if !certificate.closingLevels.isEmpty {
        expectRejected(
          corrupted { $0.closingLevels[0] = -.one }, system, "closing weight", seed, &tally)
      }
      if let index = certificate.liveMultipliers.entries.indices.first(where: {
        !system.cells(of: certificate.liveMultipliers.entries[$0].constraint).isEmpty
      }) {
        expectRejected(
          corrupted { $0.liveMultipliers.entries[index].value += Rational(1, 5) }, system,
          "live multiplier", seed, &tally)
      }
      if let first = certificate.live.first {
        expectRejected(
          corrupted { $0.live[0].isPositive = !first.isPositive }, system, "live side", seed, &tally
        )
        expectRejected(corrupted { $0.live.remove(at: 0) }, system, "live gone", seed, &tally)
      }
    }
    for kind in [
      "tight gone", "tight repeated", "closing", "closing weight", "live multiplier", "live side",
      "live gone",
    ] {
      #expect(tally.tried[kind, default: 0] >= 10, "\(kind): \(tally.tried)")
    }
  }

  private func expectRejected(
    _ answer: ExactAnswer, _ system: LinearSystem, _ kind: String, _ seed: Int,
    _ tally: inout Tally, when condition: Bool
  ) {
    if condition { expectRejected(answer, system, kind, seed, &tally) }
  }

  @Test("ambiguity claimed for a unique layout is rejected, and the reverse")
  func claims() throws {
    var tally = Tally()
    try answers(900..<1100) { seed, system, answer, _ in
      guard let optimum = answer.optimum, system.variableCount > 0 else { return }
      var copy = optimum
      if optimum.isUnique {
        var second = optimum.point
        second[0] += .one
        copy.uniqueness = .ambiguous(second)
      } else {
        // All rows as tight rows, everything else from the proofs of the levels.
        let closing = optimum.levels.last
        copy.uniqueness = .unique(
          UniquenessCertificate(
            closing: closing?.multipliers ?? Multipliers(),
            closingLevels: (closing?.higherLevels ?? []) + (closing == nil ? [] : [.one]), live: [],
            liveMultipliers: Multipliers(),
            tight: (0..<system.constraintCount).map { .init(constraint: $0, pivotHint: 0) }))
      }
      expectRejected(
        ExactAnswer(status: .feasible(copy), pivots: 0, usedBigIntegers: false), system,
        optimum.isUnique ? "false witness" : "false uniqueness", seed, &tally)
    }
    #expect(tally.tried.count == 2, "\(tally.tried)")
  }

  @Test("a changed proof of a contradiction is rejected")
  func contradictions() throws {
    var tally = Tally()
    try answers(1100..<1500) { seed, system, answer, systems in
      if answer.isFeasible {
        // No multipliers prove a contradiction that does not exist, for example those of the first
        // level.
        let multipliers = answer.optimum?.levels.first?.multipliers ?? Multipliers()
        expectRejected(
          ExactAnswer(
            status: .infeasible(FarkasCertificate(multipliers: multipliers)), pivots: 0,
            usedBigIntegers: false), system, "no contradiction", seed, &tally)
        return
      }
      guard case .infeasible(let certificate) = answer.status else { return }
      func corrupted(_ change: (inout [Multipliers.Entry]) -> Void) -> ExactAnswer {
        var copy = certificate
        change(&copy.multipliers.entries)
        return ExactAnswer(status: .infeasible(copy), pivots: 0, usedBigIntegers: false)
      }
      let index = systems.integer(0...certificate.multipliers.entries.count - 1)
      let constraint = certificate.multipliers.entries[index].constraint
      expectRejected(
        corrupted { for entry in $0.indices { $0[entry].value = -$0[entry].value } }, system,
        "negated", seed, &tally)
      expectRejected(corrupted { $0 = [] }, system, "empty", seed, &tally)
      if !system.cells(of: constraint).isEmpty {
        expectRejected(
          corrupted { $0[index].value += Rational(1, 3) }, system, "multiplier", seed, &tally)
        expectRejected(corrupted { $0.remove(at: index) }, system, "gone", seed, &tally)
      }
      if let optional = system.strengths.firstIndex(where: { !$0.isRequired }) {
        expectRejected(
          corrupted { $0.append(.init(constraint: optional, value: .one)) }, system, "optional",
          seed, &tally)
      }
      let feasible = ExactOptimum(
        point: [Rational](repeating: .zero, count: system.variableCount),
        levels: LevelTable(system).strengths.map {
          LevelCertificate(
            strength: $0, optimum: .zero, multipliers: Multipliers(), higherLevels: [])
        }, uniqueness: .ambiguous([]))
      expectRejected(
        ExactAnswer(status: .feasible(feasible), pivots: 0, usedBigIntegers: false), system,
        "feasible", seed, &tally)
    }
    for kind in [
      "no contradiction", "negated", "empty", "multiplier", "gone", "optional", "feasible",
    ] {
      #expect(tally.tried[kind, default: 0] >= 30, "\(kind): \(tally.tried)")
    }
  }
}

extension ExactViolations {
  /// Returns the sums of violations at a point, highest strength first; nil if a required
  /// constraint is violated.
  static func optima(of point: [Rational], in system: LinearSystem) -> [Rational]? {
    let table = LevelTable(system)
    var sums = [Rational](repeating: .zero, count: table.strengths.count)
    for constraint in 0..<system.constraintCount {
      let violation = system.exactViolation(of: constraint, at: point)
      let level = Int(table.levels[constraint])
      if level > 0 { sums[level - 1] += violation } else if !violation.isZero { return nil }
    }
    return sums
  }
}
