// SPDX-License-Identifier: MIT

import ExactNumerics
import Foundation
import LinearModel
import Lowering
import Oracles
import Reproducers
import TestSupport
import Testing

@testable import Judging

@Suite("Problems for optimizers", .timeLimit(.minutes(30)))
struct OptimizerFilesTests {
  /// A lowered case with its optima, highest priority first, which are nil for a conflict.
  struct Sample {
    let index: Int
    let lowered: LoweredCase
    let optima: [Rational]?
    let point: [Rational]

    var names: SystemNames { SystemNames(lowered) }
  }

  static let seed: UInt64 = 91

  static func samples(_ count: Int) throws -> [Sample] {
    let source = CaseSource(seed: seed)
    return try (0..<count).map { index in
      let lowered = CaseRunner.plain(try source.generate(index).layoutCase)
      let optimum = try ExactOracle.solve(lowered.system).optimum
      return Sample(
        index: index, lowered: lowered, optima: optimum?.levels.map(\.optimum),
        point: optimum?.point ?? [])
    }
  }

  @Test("at the exact optimum every row holds, and the objective is the level's optimum")
  func optimaFit() throws {
    var solved = 0
    for sample in try Self.samples(60) {
      guard let optima = sample.optima else { continue }
      solved += 1
      let system = sample.lowered.system
      for (place, strength) in system.optionalStrengths.enumerated() {
        let program = LevelProgram(
          system, sample.names, level: strength, optima: Array(optima.prefix(place)))
        var values = sample.point
        // The violation of a row makes up for its deficit on either side.
        for _ in program.freeCount..<program.variables.count { values.append(.zero) }
        for row in program.rows where !row.name.hasPrefix("optimum_") {
          let left = row.terms.reduce(Rational.zero) {
            $0 + Rational($1.coefficient, .one) * values[$1.variable]
          }
          let lack = Rational(row.constant, .one) - left
          for term in row.terms where term.variable >= program.freeCount {
            let share = lack / Rational(term.coefficient, .one)
            if share.signum > 0 { values[term.variable] = share }
          }
        }
        let comment = Comment("seed \(Self.seed), case \(sample.index), priority \(strength.value)")
        #expect(program.rows.allSatisfy { Self.holds($0, values) }, comment)
        let sum = program.objective.reduce(Rational.zero) { $0 + values[$1] }
        #expect(sum == optima[place], comment)
      }
    }
    #expect(solved > 30, "\(solved)")
  }

  private static func holds(_ row: LevelProgram.Row, _ values: [Rational]) -> Bool {
    let left = row.terms.reduce(Rational.zero) {
      $0 + Rational($1.coefficient, .one) * values[$1.variable]
    }
    let right = Rational(row.constant, .one)
    switch row.relation {
    case .lessThanOrEqual: return left <= right
    case .equal: return left == right
    case .greaterThanOrEqual: return left >= right
    }
  }

  @Test("names are unique, and of letters, digits and underscores")
  func names() throws {
    for sample in try Self.samples(20) {
      let names = sample.names.variables + sample.names.constraints
      #expect(Set(names).count == names.count)
      #expect(
        names.allSatisfy {
          $0.utf8.allSatisfy { UInt8(ascii: "_") == $0 || isalnum(Int32($0)) != 0 }
        })
    }
  }

  // MARK: - Solvers of others

  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/optimize.py").path

  /// Returns the lines that `optimize.py` prints; nil if it cannot run.
  private static func optimize(_ files: [(name: String, text: String)]) throws -> [String]? {
    let folder = TestFolder.root
      .appendingPathComponent("optimizer-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var arguments = ["python3", script]
    for file in files {
      let path = folder.appendingPathComponent(file.name)
      try Data(file.text.utf8).write(to: path)
      arguments.append(path.path)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 75 { return nil }
    try #require(process.terminationStatus == 0)
    // A problem without preferences has an empty line.
    return String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func isAvailable(_ name: String, _ text: String) -> Bool {
    ((try? optimize([(name, text)])) ?? nil) != nil
  }

  /// Texts that would end a comment, begin a statement, or be too long for a line.
  private static let hostileTitle = [
    "a\nEnd\n(check-sat)\nENDATA", "*/ \r Minimize \u{2028} obj: x", "\\ ; * \\", "",
    String(repeating: "long ", count: 200), "\u{0}\u{1B}[31m",
  ]

  private static let emptyProgram = "Minimize\n obj: x\nSubject To\n c: x >= 0\nEnd\n"

  @Test(
    "HiGHS finds each level's optimum in both formats, and the conflicts",
    .enabled(if: isAvailable("a.lp", emptyProgram), "skipped: Python has no highspy"))
  func highs() throws {
    var files: [(name: String, text: String)] = []
    var expected: [Double?] = []
    for sample in try Self.samples(40) {
      let system = sample.lowered.system
      let levels: [Strength?] =
        sample.optima == nil ? [nil] : system.optionalStrengths.map { $0 }
      for (place, level) in levels.enumerated() {
        let program = LevelProgram(
          system, sample.names, level: level,
          optima: Array((sample.optima ?? []).prefix(place)))
        files.append(
          ("\(sample.index)-\(place).lp", LPFile.text(program, title: Self.hostileTitle)))
        files.append(
          ("\(sample.index)-\(place).mps", MPSFile.text(program, title: Self.hostileTitle)))
        let optimum = sample.optima.map { $0[place].doubleValue }
        expected += [optimum, optimum]
      }
    }
    let lines = try #require(try Self.optimize(files))
    try #require(lines.count == files.count)
    for (index, line) in lines.enumerated() {
      guard let optimum = expected[index] else {
        #expect(line == "infeasible", "\(files[index].name)")
        continue
      }
      let found = try #require(Double(line), "\(files[index].name): \(line)")
      #expect(abs(found - optimum) <= 1e-5 * (1 + abs(optimum)), "\(files[index].name)")
    }
  }

  @Test(
    "z3 finds all optima exactly",
    .enabled(
      if: isAvailable("a.smt2", "(declare-const x Real)(assert (>= x 0))(minimize x)"),
      "skipped: Python has no z3-solver"))
  func z3() throws {
    let samples = try Self.samples(40)
    let files = samples.map {
      ("\($0.index).smt2", SMTLIBFile.text($0.lowered.system, $0.names, title: Self.hostileTitle))
    }
    let lines = try #require(try Self.optimize(files))
    try #require(lines.count == samples.count)
    for (sample, line) in zip(samples, lines) {
      let wanted = sample.optima.map { $0.map(\.description).joined(separator: " ") }
      #expect(line == wanted ?? "infeasible", "seed \(Self.seed), case \(sample.index)")
    }
  }
}
