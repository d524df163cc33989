// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import ExactNumerics
import Foundation
import LayoutModel
import LinearModel
import Lowering
import Oracles
import Scripts
import Solvers
import Testing

@testable import Judging

/// A file of the corpus, whose name is the name of its test.
struct CorpusFile: Sendable, CustomTestStringConvertible {
  let url: URL

  var testDescription: String {
    url.lastPathComponent.replacingOccurrences(of: ".case.json", with: "")
  }

  /// The case files of `Corpus`, at any depth, sorted by path.
  static let all = files(".case.json")
  /// The scripts for sessions.
  static let scripts = files(".script.json")

  private static func files(_ suffix: String) -> [CorpusFile] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpus")
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let urls = (found?.allObjects ?? []).compactMap { $0 as? URL }
    return urls.filter { $0.lastPathComponent.hasSuffix(suffix) }
      .sorted { $0.path < $1.path }.map(CorpusFile.init)
  }
}

@Test("the corpus has the scenes that this project promises")
func scenes() {
  #expect(!CorpusFile.scripts.isEmpty, "scripts of the corpus are not found")
  let names = CorpusFile.all.map(\.testDescription)
  for scene in ["s1-", "s2-", "s3-", "s4-", "s5-", "s6-", "s7-", "s8-"] {
    #expect(names.contains { $0.hasPrefix(scene) }, "\(scene)")
  }
}

@Test("the session is right on each script of the corpus", arguments: CorpusFile.scripts)
func replayScript(file: CorpusFile) throws {
  let script = try SolverScript(decoding: [UInt8](try Data(contentsOf: file.url)))
  let diagnosis = ScriptDiagnosis(ScriptRunner(SessionTarget()))
  #expect(try #require(try diagnosis.judgement(script)).verdict == .pass)
}

@Test("each case of the corpus has its expected answer", arguments: CorpusFile.all)
func replay(file: CorpusFile) throws {
  let bytes = [UInt8](try Data(contentsOf: file.url))
  let layoutCase = try CaseFile.decode(bytes, file: file.url.path)
  #expect(CaseFile.encode(layoutCase) == bytes, "the file is not in canonical form")
  try #require(layoutCase.expectation != nil, "a case of the corpus says what is right")

  let lowered = CaseRunner.plain(layoutCase)
  let answer = try ExactOracle.solve(lowered.system)
  let ambiguous = try ambiguousViews(lowered, answer)
  #expect(
    try ExpectationCheck.failures(of: lowered, answer: answer, ambiguousViews: ambiguous) == [])
  #expect(TableAnswer(of: layoutCase)?.failures ?? [] == [])

  let strategies: [any Solver] = [SimplexSolver(), RelaxationSolver(), NaiveSolver()]
  for strategy in strategies {
    let result = strategy.solve(lowered.system, limit: .standard)
    let judgement = try judge(result, of: lowered.system, against: answer)
    #expect(!judgement.verdict.isFailure, "\(strategy.name): \(judgement)")
  }
}

@Test("an unmet expectation is reported", arguments: CorpusFile.all)
func unmet(file: CorpusFile) throws {
  var layoutCase = try CaseFile.decode(
    [UInt8](try Data(contentsOf: file.url)), file: file.url.path)
  let expectation = try #require(layoutCase.expectation)
  let answer = try ExactOracle.solve(CaseRunner.plain(layoutCase).system)
  let views = expectation.ambiguousViews
  func failures(_ spoil: (inout LayoutModel.Expectation) -> Void) throws -> [String] {
    var spoiled = expectation
    spoil(&spoiled)
    layoutCase.expectation = spoiled
    return try ExpectationCheck.failures(
      of: CaseRunner.plain(layoutCase), answer: answer, ambiguousViews: views)
  }
  #expect(try failures { _ in } == [])
  for status in LayoutModel.Expectation.Status.allCases where status != expectation.status {
    #expect(try failures { $0.status = status } != [], "\(status)")
  }
  for index in expectation.frames.indices {
    #expect(try failures { $0.frames[index].rect.height = 12345 } != [])
  }
  for index in expectation.contentSizes.indices {
    #expect(try failures { $0.contentSizes[index].size.width = 12345 } != [])
  }
  if !expectation.ambiguousViews.isEmpty {
    #expect(try failures { $0.ambiguousViews.removeLast() } != [])
  }
  for index in expectation.rowHeights.indices {
    layoutCase.expectation = expectation
    layoutCase.expectation?.rowHeights[index] = 12345
    #expect(TableAnswer(of: layoutCase)?.failures.count == 1)
  }
  for index in expectation.conflict.indices {
    #expect(try failures { $0.conflict.remove(at: index) } != [])
  }
  if expectation.status == .conflict {
    #expect(try failures { $0.conflict.append("root.left") } != [])
    #expect(try failures { $0.conflict.append("no such constraint") } != [])
  }
}

/// Returns the views that have another frame or content size in some optimal layout, by definition.
///
/// A preference weaker than all others pulls each part of each view up and down.
private func ambiguousViews(_ lowered: LoweredCase, _ answer: ExactAnswer) throws -> [Int] {
  guard let optimum = answer.optimum, !optimum.isUnique else { return [] }
  return try lowered.layoutCase.views.indices.filter { view in
    var parts: [[LinearSystem.Term]] = []
    let parent = lowered.layoutCase.views[view].parent
    for offset in 0..<4 {
      var terms = [LinearSystem.Term(.one, VariableID(lowered.viewVariables[view] + offset))]
      if let parent, offset < 2 {
        terms.append(.init(-.one, VariableID(lowered.viewVariables[parent] + offset)))
      }
      parts.append(terms)
    }
    let content = lowered.contentVariables[view]
    if content >= 0 {
      parts += [content, content + 1].map { [LinearSystem.Term(.one, VariableID($0))] }
    }
    return try parts.contains { try canMove($0, lowered.system, optimum.point) }
  }
}

private func canMove(
  _ terms: [LinearSystem.Term], _ system: LinearSystem, _ point: [Rational]
) throws -> Bool {
  func value(_ point: [Rational]) -> Rational {
    terms.reduce(Rational.zero) { $0 + $1.coefficient * point[$1.variable.index] }
  }
  let weakest = (system.optionalStrengths.last?.value ?? 1000) / 2
  for (relation, step) in [(Relation.greaterThanOrEqual, 1), (.lessThanOrEqual, -1)] {
    var pulled = system
    pulled.addConstraint(
      terms, relation, value(point) + Rational(step), strength: Strength(weakest))
    let other = try #require(try ExactOracle.solve(pulled).optimum)
    if value(other.point) != value(point) { return true }
  }
  return false
}
