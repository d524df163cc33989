// SPDX-License-Identifier: MIT

import Foundation
import LinearModel
import Workloads

/// The reason for which a text is no workload file.
package struct WorkloadFileError: Error, Equatable {
  /// The number of the line, from 1.
  package let line: Int
  package let reason: String

  package var text: String { "line \(line): \(reason)" }
}

extension WorkloadFile {
  /// The file as text: one fact a line, numbers in the shortest form that reads back as the same
  /// double.
  package var text: String {
    var lines = [
      "layoutbench-workload 1", "name \(name)", "variables \(variableCount)",
      "edit \(editVariable) \(firstSuggestion)", "constraints \(constraints.count)",
    ]
    for constraint in constraints {
      var line = "\(constraint.rank) \(constraint.relation.sign) \(constraint.constant)"
      for term in constraint.terms { line += " \(term.variable) \(term.coefficient)" }
      lines.append(line)
    }
    lines.append("sweep \(sweep.count)")
    lines += sweep.map { "\($0)" }
    lines.append("churn \(churn.count)")
    lines += churn.map { "\($0)" }
    lines.append("end")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads a file.
  ///
  /// - Complexity: O(bytes); an announced count allocates no memory before its lines are read.
  package init(parsing text: String) throws(WorkloadFileError) {
    var reader = WorkloadReader(text)
    let version = try reader.line("layoutbench-workload", 1)
    guard version[0] == "1" else { throw reader.failure("an unknown version, '\(version[0])'") }
    name = String(try reader.line("name", 1)[0])
    let count = try reader.line("variables", 1)[0]
    variableCount = try reader.integer(count, in: 1...WorkloadReader.countMax)
    let edit = try reader.line("edit", 2)
    editVariable = try reader.integer(edit[0], in: 0...(variableCount - 1))
    firstSuggestion = try reader.number(edit[1])
    constraints = []
    for _ in 0..<(try reader.count("constraints")) {
      constraints.append(try reader.constraint(variableCount))
    }
    sweep = []
    for _ in 0..<(try reader.count("sweep")) {
      let word = try reader.words(1)[0]
      sweep.append(try reader.number(word))
    }
    churn = []
    for _ in 0..<(try reader.count("churn")) {
      let word = try reader.words(1)[0]
      churn.append(try reader.integer(word, in: 0...max(0, constraints.count - 1)))
    }
    _ = try reader.line("end", 0)
    guard churn.isEmpty || !constraints.isEmpty else {
      throw reader.failure("there is nothing to remove")
    }
  }
}

/// Reads the lines of a workload file.
private struct WorkloadReader {
  /// The largest number of variables, constraints or suggestions.
  static let countMax = 10_000_000

  private var rest: Substring.UTF8View
  private var lineNumber = 0

  init(_ text: String) { rest = text[...].utf8 }

  func failure(_ reason: String) -> WorkloadFileError {
    WorkloadFileError(line: lineNumber, reason: reason)
  }

  /// Returns the words of the next line.
  mutating func words(_ expected: Int? = nil) throws(WorkloadFileError) -> [Substring] {
    lineNumber += 1
    guard !rest.isEmpty else { throw failure("the file ends too early") }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    let words = rest[..<end].split(separator: UInt8(ascii: " ")).map { Substring($0) }
    rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
    if let expected, words.count != expected {
      throw failure("\(words.count) words where \(expected) are expected")
    }
    return words
  }

  /// Returns the words after the required keyword of the next line.
  mutating func line(_ keyword: String, _ count: Int) throws(WorkloadFileError) -> [Substring] {
    let words = try words()
    guard words.count == count + 1, words[0] == keyword else {
      throw failure("expected '\(keyword)' and \(count) words")
    }
    return Array(words.dropFirst())
  }

  mutating func count(_ keyword: String) throws(WorkloadFileError) -> Int {
    let word = try line(keyword, 1)[0]
    return try integer(word, in: 0...WorkloadReader.countMax)
  }

  func integer(_ word: Substring, in range: ClosedRange<Int>) throws(WorkloadFileError) -> Int {
    guard let value = Int(word), range.contains(value) else {
      throw failure("'\(word)' is no integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func number(_ word: Substring) throws(WorkloadFileError) -> Double {
    guard let value = Double(word), value.isFinite else { throw failure("'\(word)' is no number") }
    return value
  }

  mutating func constraint(
    _ variableCount: Int
  ) throws(WorkloadFileError) -> WorkloadFile.Constraint {
    let words = try words()
    guard words.count >= 3, words.count % 2 == 1 else {
      throw failure("expected a strength, a relation, a constant and pairs")
    }
    guard let rank = Workload.Rank.allCases.first(where: { "\($0)" == words[0] }) else {
      throw failure("unknown strength '\(words[0])'")
    }
    guard let relation = Relation.allCases.first(where: { $0.sign == words[1] }) else {
      throw failure("unknown relation '\(words[1])'")
    }
    var terms: [WorkloadFile.Term] = []
    for index in stride(from: 3, to: words.count, by: 2) {
      terms.append(
        WorkloadFile.Term(
          variable: try integer(words[index], in: 0...(variableCount - 1)),
          coefficient: try number(words[index + 1])))
    }
    return WorkloadFile.Constraint(
      terms: terms, relation: relation, constant: try number(words[2]), rank: rank)
  }
}

extension Relation {
  fileprivate var sign: String {
    switch self {
    case .lessThanOrEqual: return "<="
    case .equal: return "=="
    case .greaterThanOrEqual: return ">="
    }
  }
}
