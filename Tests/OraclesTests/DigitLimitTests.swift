// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import TestSupport
import Testing

@testable import Oracles

/// Checks that the work limit counts digits: a few cells with numbers of hundreds of digits are a
/// large problem.
@Suite("The exact oracle's limit and long numbers")
struct DigitLimitTests {
  /// So many digits, the first of them not 0.
  private static func digits(
    _ count: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> String {
    var text = ""
    while text.utf8.count < count {
      let least = (1..<min(18, count - text.utf8.count)).reduce(1) { value, _ in 10 * value }
      text += "\(try source.integer(in: least...10 * least - 1))"
    }
    return text
  }

  /// A fraction of so many digits above and below.
  private static func fraction(
    _ count: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Rational {
    let top = try digits(count, &source)
    guard let value = Rational("\(top)/\(try digits(count, &source))") else { throw .invalid }
    return value
  }

  /// Every variable in every row, with fractions of so many digits above and below.
  private static func dense(_ count: Int, digits: Int) -> Generator<LinearSystem> {
    Generator { (source) throws(GenerationStop) in
      var builder = SystemBuilder(variables: count)
      for row in 0..<count {
        var terms: [(Rational, Int)] = []
        for column in 0..<count { terms.append((try fraction(digits, &source), column)) }
        builder.add(
          terms, Relation.allCases[row % 3], try fraction(digits, &source),
          row.isMultiple(of: 2) ? 1000 : 500)
      }
      return builder.system
    }
  }

  private static func dense(_ count: Int, digits: Int, seed: UInt64) throws -> LinearSystem {
    try #require(dense(count, digits: digits).value(seed: seed))
  }

  @Test("numbers of hundreds of digits reach the limit that the same cells with short ones do not")
  func longNumbers() {
    forAll(Self.dense(8, digits: 2), count: 15) { short in
      _ = try ExactOracle.solve(short)
      return .holds
    }
    forAll(Self.dense(8, digits: 900), count: 15) { long in
      do throws(OracleError) {
        return .fails("solved with \(try ExactOracle.solve(long).work) operations")
      } catch .limitReached {
        return .holds
      }
    }
  }

  @Test("one row with many long denominators reaches the limit before they get a common one")
  func longDenominators() throws {
    var system = LinearSystem()
    _ = system.addVariables(80)
    var source = ChoiceSource.random(seed: 5)
    let terms = try (0..<80).map { column in
      let digits = try Self.digits(1900, &source)
      return LinearSystem.Term(try #require(Rational("1/\(digits)")), VariableID(column))
    }
    system.addConstraint(terms, .equal, .one)
    #expect(throws: OracleError.limitReached) { try ExactOracle.solve(system) }
  }

  @Test("numbers of thirty digits are solved and proved as before")
  func usualNumbers() {
    forAll(Self.dense(4, digits: 30), count: 50) { system in
      .when(try ExactOracle.solve(system).usedBigIntegers, else: "64 bits were enough")
    }
  }

  @Test("machine integers count nothing, big ones count from 512 bits on, increasingly")
  func cost() {
    #expect(Int64.max.digitCost == 0)
    var before = 0
    for limbs in 1...40 {
      let cost = (BigInt.one << (64 * limbs - 1)).digitCost
      #expect((cost == 0) == (limbs <= OracleLimit.usualLimbs), "\(limbs) limbs")
      #expect(cost >= before, "\(limbs) limbs")
      before = cost
    }
  }

  /// Returns the chain `x[i + 1] == factor * x[i]`, in which each number of the answer is longer
  /// than the one before.
  private static func chain(_ count: Int, _ factor: Rational) -> LinearSystem {
    var system = LinearSystem()
    _ = system.addVariables(count)
    system.addConstraint([.init(.one, VariableID(0))], .equal, Rational(100))
    for index in 1..<count {
      system.addConstraint(
        [.init(.one, VariableID(index)), .init(-factor, VariableID(index - 1))], .equal, .zero)
    }
    return system
  }

  @Test("sums in proofs count, too: a chain of growing numbers is given up, a short one is solved")
  func growingChains() throws {
    #expect(throws: Never.self) { try ExactOracle.solve(Self.chain(60, Rational(3, 7))) }
    #expect(throws: OracleError.limitReached) {
      try ExactOracle.solve(Self.chain(5_000, Rational(3, 7)))
    }
  }

  @Test("adding up a few fractions without a common denominator reaches the limit of digits")
  func meter() throws {
    let meter = DigitMeter(limit: 1_000_000)
    var source = ChoiceSource.random(seed: 9)
    var sum = Rational.zero
    var added = 0
    #expect(throws: ArithmeticStop.limit) {
      while added < 1_000 {
        let digits = try Self.digits(300, &source)
        try meter.add(try #require(Rational("1/\(digits)")), to: &sum)
        added += 1
      }
    }
    #expect((2...60).contains(added), "\(added)")
    #expect(meter.spent <= 1_000_000 + 8 * (sum.limbCount + 40) * (sum.limbCount + 40))
  }

  @Test("fractions of 64 bits count nothing, and integers of few limbs neither")
  func shortNumbers() throws {
    let meter = DigitMeter(limit: 0)
    var sum = Rational.zero
    for index in 1...100 { try meter.add(Rational(1, Int64(index % 7 + 1)), to: &sum) }
    try meter.charge(Int64.max, Int64.max)
    try meter.charge(BigInt.one << 200, BigInt.one << 200)
    #expect(meter.spent == 0)
  }

  @Test("violations of long numbers are not added up beyond the limit")
  func violations() throws {
    let system = try Self.dense(30, digits: 400, seed: 4)
    let limit = OracleLimit(tableauCells: 1_000, cellOperations: 10_000)
    #expect(throws: OracleError.limitReached) {
      try ExactViolations(
        of: Solution(values: [Double](repeating: 0.1, count: 30)), in: system, limit: limit)
    }
  }

  @Test("several solutions of one question share a budget")
  func budget() throws {
    let system = Self.chain(40, Rational(3, 7))
    let work = try ExactOracle.solve(system).work
    #expect(work > 300)
    let limit = OracleLimit(tableauCells: 1_000_000, cellOperations: 2 * work).ofQuestion
    var solved = 0
    #expect(throws: OracleError.limitReached) {
      while solved < 1_000 {
        _ = try ExactOracle.solve(system, limit: limit)
        solved += 1
      }
    }
    #expect((8...16).contains(solved), "\(solved)")
  }

  @Test("the work of a question is charged to the meter of the file, too, which also ends it")
  func questionsOfFile() throws {
    let system = Self.chain(40, Rational(3, 7))
    let work = try ExactOracle.solve(system).work
    let meter = OperationMeter(operations: 3 * work)
    let limit = OracleLimit.standard.metered(by: meter)
    for solved in 1...3 {
      _ = try ExactOracle.solve(system, limit: limit.ofQuestion)
      #expect(meter.left == (3 - solved) * work)
    }
    #expect(throws: OracleError.limitReached) {
      try ExactOracle.solve(system, limit: limit.ofQuestion)
    }
  }

  @Test("sums of long numbers are charged to the meter, with and without a result")
  func chargedDigits() throws {
    let system = try Self.dense(10, digits: 60, seed: 4)
    let solution = Solution(values: [Double](repeating: 0.1, count: 10))
    var meter = OperationMeter(operations: .max)
    _ = try ExactViolations(of: solution, in: system, limit: .standard.metered(by: meter))
    let whole = Int.max - meter.left
    #expect(whole > 10_000, "\(whole)")
    meter = OperationMeter(operations: whole / 20)
    #expect(throws: OracleError.limitReached) {
      try ExactViolations(of: solution, in: system, limit: .standard.metered(by: meter))
    }
    #expect(meter.left < 0)
  }

  @Test("a solution without an answer is charged for its work up to the limit")
  func chargedWithoutAnswer() throws {
    let system = Self.chain(5_000, Rational(3, 7))
    let numbers = system.variableCount + system.constraintCount + system.cellCount
    let meter = OperationMeter(operations: .max)
    let limit = OracleLimit(tableauCells: 1_000_000, cellOperations: 1_000_000, meter: meter)
    #expect(throws: OracleError.limitReached) { try ExactOracle.solve(system, limit: limit) }
    let spent = Int.max - meter.left - OracleLimit.costPerNumber * numbers
    #expect(spent > 1_000_000, "\(spent)")
  }

  @Test("big integers have the rest of the limit that 64 bits leave")
  func tiersShareLimit() throws {
    // The number that does not fit comes last, after all other work.
    var system = Self.chain(200, .one)
    let terms = (0..<200).map { LinearSystem.Term(Rational(1 << 40), VariableID($0)) }
    let long = try #require(Rational("1267650600228229401496703205376"))
    system.addConstraint(terms, .lessThanOrEqual, long)
    let answer = try ExactOracle.solve(system)
    #expect(answer.usedBigIntegers)
    let numbers = system.variableCount + system.constraintCount + system.cellCount
    var limit = OracleLimit.standard
    limit.cellOperations = answer.work - OracleLimit.costPerNumber * numbers - 2
    #expect(throws: OracleError.limitReached) { try ExactOracle.solve(system, limit: limit) }
    limit.cellOperations *= 2
    #expect(throws: Never.self) { try ExactOracle.solve(system, limit: limit) }
  }

  @Test("readings with long numbers are not compared beyond the limit")
  func readings() throws {
    let system = Self.chain(60, Rational(3, 7))
    let answer = try ExactOracle.solve(system)
    let meter = OperationMeter(operations: .max)
    _ = try ReadingComparison(of: system, answer, limit: .standard.metered(by: meter))
    let compared = Int.max - meter.left
    let literal = try ExactOracle.solve(try #require(system.dyadicReading())).work
    #expect(compared > literal, "\(compared), and \(literal) for the solution alone")
  }

  @Test("the sentence of a limit names the counted quantities")
  func sentence() {
    let text = OracleLimit.standard.sentence
    #expect(text.contains("150,000,000 cell operations") && text.contains("4,000,000 cells"))
  }
}
