// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Oracles

/// Corrupts every part of a proved answer so that it is false; the checker must reject each.
@Suite("The checker rejects corrupted answers")
struct CertificateMutations {
  /// A system, and numbers that choose what is corrupted.
  private struct Sample {
    let system: LinearSystem
    var picks: [Int] = []

    /// An index below a count.
    func index(_ pick: Int, below count: Int) -> Int { picks[pick] % count }
  }

  private static let samples = Generator<Sample> { (source) throws(GenerationStop) in
    let wild = Generator<LinearSystem>.wild(
      variables: 1...4, strengths: [1000, 1000, 750, 500, 250]
    ) { _ in 4...10 }
    let systems = Generator<LinearSystem>.oneOf([wild, wild, .boxes(views: 2...8)])
    var sample = Sample(system: try systems.generate(from: &source))
    for _ in 0..<2 { sample.picks.append(try source.integer(in: 0...999)) }
    return sample
  }

  /// The corrupted answers to one system.
  private struct Corruptions {
    let system: LinearSystem
    private var tried: [String] = []
    private var accepted: [String] = []

    init(of system: LinearSystem) { self.system = system }

    mutating func expectRejected(_ answer: ExactAnswer, _ kind: String) {
      tried.append(kind)
      if CertificateChecker.rejection(of: answer, for: system) == nil { accepted.append(kind) }
    }

    mutating func expectRejected(_ optimum: ExactOptimum, _ kind: String) {
      expectRejected(
        ExactAnswer(status: .feasible(optimum), pivots: 0, usedBigIntegers: false), kind)
    }

    func outcome(_ kinds: inout KindCounts) -> PropertyOutcome {
      for kind in tried { kinds.note(kind) }
      if tried.isEmpty { return .notApplicable }
      return .when(accepted.isEmpty, else: "accepted: \(accepted)")
    }
  }

  @Test("checking an answer again accepts it, and rejects a corrupted one")
  func checkedOnceMore() throws {
    let system = try #require(Generator.boxes(views: 6...6).value(seed: 77))
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

  @Test("optima and multipliers of levels")
  func levels() {
    forAll(
      Self.samples, count: 250, floor: 40,
      kinds: [
        "optimum": 12, "lambda": 12, "lambda gone": 12, "lambda scaled": 12, "mu negative": 12,
        "mu": 12, "mu count": 12,
      ]
    ) { sample, kinds in
      let system = sample.system
      guard let optimum = try ExactOracle.solve(system).optimum, !optimum.levels.isEmpty else {
        return .notApplicable
      }
      let level = sample.index(0, below: optimum.levels.count)
      func corrupted(_ change: (inout LevelCertificate) -> Void) -> ExactOptimum {
        var copy = optimum
        change(&copy.levels[level])
        return copy
      }
      var corruptions = Corruptions(of: system)
      let nudge = Rational(sample.picks[1].isMultiple(of: 2) ? 1 : -1, 7)
      corruptions.expectRejected(corrupted { $0.optimum += nudge }, "optimum")
      let entries = optimum.levels[level].multipliers.entries
      // After a change of the multiplier of a row with terms, the variables do not cancel.
      if let index = entries.indices.first(where: {
        !system.cells(of: entries[$0].constraint).isEmpty
      }) {
        corruptions.expectRejected(
          corrupted { $0.multipliers.entries[index].value += nudge }, "lambda")
        corruptions.expectRejected(
          corrupted { $0.multipliers.entries.remove(at: index) }, "lambda gone")
        // All of them times a thousand: cancels, but the bound grows, or the ranges are left.
        corruptions.expectRejected(
          corrupted { level in
            for entry in level.multipliers.entries.indices {
              level.multipliers.entries[entry].value *= Rational(1000)
            }
          }, "lambda scaled")
      }
      for higher in 0..<level {
        // A weight below zero is never right; a changed one changes the bound if the level costs
        // anything.
        corruptions.expectRejected(corrupted { $0.higherLevels[higher] = -.one }, "mu negative")
        if !optimum.levels[higher].optimum.isZero {
          corruptions.expectRejected(corrupted { $0.higherLevels[higher] += .one }, "mu")
        }
      }
      corruptions.expectRejected(corrupted { $0.higherLevels.append(.one) }, "mu count")
      return corruptions.outcome(&kinds)
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

  @Test("the point and the second point")
  func points() {
    forAll(
      Self.samples, count: 250, floor: 40,
      kinds: ["point": 12, "same witness": 12, "far witness": 12, "size": 12]
    ) { sample, kinds in
      let system = sample.system
      guard let optimum = try ExactOracle.solve(system).optimum else { return .notApplicable }
      var corruptions = Corruptions(of: system)
      var copy = optimum
      let variable = sample.index(0, below: system.variableCount)
      if optimum.isUnique {
        copy.point[variable] += Rational(1, 3)
        corruptions.expectRejected(copy, "point")
      } else if case .ambiguous(let second) = optimum.uniqueness {
        copy.uniqueness = .ambiguous(optimum.point)
        corruptions.expectRejected(copy, "same witness")
        // The first point with one value taken far away: only an idle variable may go there.
        var far = second
        far[variable] += Rational(1_000_000)
        let isIdle = !system.columns.contains(Int32(variable))
        let isStillOptimal =
          ExactViolations.optima(of: far, in: system) == optimum.levels.map(\.optimum)
        if !isIdle, !isStillOptimal {
          copy.uniqueness = .ambiguous(far)
          corruptions.expectRejected(copy, "far witness")
        }
      }
      copy = optimum
      copy.point.append(.zero)
      corruptions.expectRejected(copy, "size")
      return corruptions.outcome(&kinds)
    }
  }

  @Test("the proof of uniqueness")
  func uniqueness() {
    forAll(
      Self.samples, count: 400, floor: 15,
      kinds: [
        "tight gone": 3, "tight repeated": 3, "closing": 3, "closing weight": 3,
        "live multiplier": 3, "live side": 3, "live gone": 3,
      ]
    ) { sample, kinds in
      let system = sample.system
      guard let optimum = try ExactOracle.solve(system).optimum,
        case .unique(let certificate) = optimum.uniqueness
      else { return .notApplicable }
      func corrupted(_ change: (inout UniquenessCertificate) -> Void) -> ExactOptimum {
        var changed = certificate
        change(&changed)
        var copy = optimum
        copy.uniqueness = .unique(changed)
        return copy
      }
      func hasTerms(_ entry: Multipliers.Entry) -> Bool {
        !system.cells(of: entry.constraint).isEmpty
      }
      var corruptions = Corruptions(of: system)
      corruptions.expectRejected(corrupted { $0.tight.removeLast() }, "tight gone")
      if certificate.tight.count > 1 {
        corruptions.expectRejected(
          corrupted { $0.tight = Array(repeating: $0.tight[0], count: $0.tight.count + 1) },
          "tight repeated")
      }
      if let index = certificate.closing.entries.firstIndex(where: hasTerms) {
        corruptions.expectRejected(
          corrupted { $0.closing.entries[index].value += Rational(1, 5) }, "closing")
      }
      if !certificate.closingLevels.isEmpty {
        corruptions.expectRejected(corrupted { $0.closingLevels[0] = -.one }, "closing weight")
      }
      if let index = certificate.liveMultipliers.entries.firstIndex(where: hasTerms) {
        corruptions.expectRejected(
          corrupted { $0.liveMultipliers.entries[index].value += Rational(1, 5) },
          "live multiplier")
      }
      if let first = certificate.live.first {
        corruptions.expectRejected(
          corrupted { $0.live[0].isPositive = !first.isPositive }, "live side")
        corruptions.expectRejected(corrupted { $0.live.remove(at: 0) }, "live gone")
      }
      return corruptions.outcome(&kinds)
    }
  }

  @Test("ambiguity of a unique layout, and the other way round")
  func claims() {
    forAll(
      Self.samples, count: 200, floor: 40, kinds: ["false witness": 10, "false uniqueness": 10]
    ) { sample, kinds in
      let system = sample.system
      guard let optimum = try ExactOracle.solve(system).optimum else { return .notApplicable }
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
      var corruptions = Corruptions(of: system)
      corruptions.expectRejected(copy, optimum.isUnique ? "false witness" : "false uniqueness")
      return corruptions.outcome(&kinds)
    }
  }

  @Test("the proof of a contradiction")
  func contradictions() {
    forAll(
      Self.samples, count: 400,
      kinds: [
        "no contradiction": 8, "negated": 8, "empty": 8, "multiplier": 8, "gone": 8,
        "optional": 8, "feasible": 8,
      ]
    ) { sample, kinds in
      var corruptions = Corruptions(of: sample.system)
      let answer = try ExactOracle.solve(sample.system)
      switch answer.status {
      case .feasible(let optimum):
        // No multipliers prove a contradiction that does not exist; try those of the first level.
        let multipliers = optimum.levels.first?.multipliers ?? Multipliers()
        corruptions.expectRejected(Self.contradiction(multipliers), "no contradiction")
      case .infeasible(let certificate):
        Self.corrupt(certificate.multipliers, of: sample, &corruptions)
      }
      return corruptions.outcome(&kinds)
    }
  }

  private static func contradiction(_ multipliers: Multipliers) -> ExactAnswer {
    ExactAnswer(
      status: .infeasible(FarkasCertificate(multipliers: multipliers)), pivots: 0,
      usedBigIntegers: false)
  }

  private static func corrupt(
    _ multipliers: Multipliers, of sample: Sample, _ corruptions: inout Corruptions
  ) {
    let system = sample.system
    func corrupted(_ change: (inout [Multipliers.Entry]) -> Void) -> ExactAnswer {
      var copy = multipliers
      change(&copy.entries)
      return contradiction(copy)
    }
    let index = sample.index(0, below: multipliers.entries.count)
    corruptions.expectRejected(
      corrupted { for entry in $0.indices { $0[entry].value = -$0[entry].value } }, "negated")
    corruptions.expectRejected(corrupted { $0 = [] }, "empty")
    if !system.cells(of: multipliers.entries[index].constraint).isEmpty {
      corruptions.expectRejected(
        corrupted { $0[index].value += Rational(1, 3) }, "multiplier")
      corruptions.expectRejected(corrupted { $0.remove(at: index) }, "gone")
    }
    if let optional = system.strengths.firstIndex(where: { !$0.isRequired }) {
      corruptions.expectRejected(
        corrupted { $0.append(.init(constraint: optional, value: .one)) }, "optional")
    }
    let feasible = ExactOptimum(
      point: [Rational](repeating: .zero, count: system.variableCount),
      levels: LevelTable(system).strengths.map {
        LevelCertificate(
          strength: $0, optimum: .zero, multipliers: Multipliers(), higherLevels: [])
      }, uniqueness: .ambiguous([]))
    corruptions.expectRejected(feasible, "feasible")
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
