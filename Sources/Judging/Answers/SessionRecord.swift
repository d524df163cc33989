// SPDX-License-Identifier: MIT

import JSON
import LayoutSolving
import LinearModel
import Scripts

/// The claims and the work of the healthy session on scripts.
package struct SessionRecord: Sendable, Hashable {
  /// The operations between two readings of a script.
  package enum Operation: String, Sendable, Hashable, CaseIterable {
    case add, remove, suggest, endSuggestion, setConstant, setStrength, setActive
    /// Operations of several kinds.
    case several

    init?(_ step: SolverScript.Step) {
      switch step {
      case .solve: return nil
      case .add: self = .add
      case .remove: self = .remove
      case .suggest: self = .suggest
      case .endSuggestion: self = .endSuggestion
      case .setConstant: self = .setConstant
      case .setStrength: self = .setStrength
      case .setActive: self = .setActive
      }
    }
  }

  /// A measure of a session's work; the last four count the ways to an answer.
  package enum Measure: String, Sendable, Hashable, CaseIterable {
    case cellOperations, pivots, iterations, rowOperations
    case afresh, continued, followed, crossed
  }

  /// The work of all readings after one kind of operation.
  package struct Work: Sendable, Hashable {
    package let operation: Operation
    package internal(set) var readings: Int
    /// The sums of the measures, in the order of `Measure.allCases`.
    package internal(set) var sums: [Int]
  }

  /// The claims at the readings of each script, in order.
  package internal(set) var claims: [[AnswerClass]] = []
  /// The work by operation, without operations that no script has.
  package internal(set) var work: [Work] = []

  init() {}

  /// Runs the scripts.
  ///
  /// - Precondition: they are well formed.
  init(running scripts: [SolverScript]) {
    for script in scripts { run(script) }
    sort()
  }

  /// Adds the record of other scripts.
  mutating func append(_ other: SessionRecord) {
    claims += other.claims
    for one in other.work { count(one.operation, one.readings, one.sums) }
    sort()
  }

  /// Returns the work of an operation; none for one that no script has.
  func work(of operation: Operation) -> Work {
    work.first { $0.operation == operation }
      ?? Work(
        operation: operation, readings: 0, sums: Measure.allCases.map { _ in 0 })
  }

  private mutating func run(_ script: SolverScript) {
    var books = SessionBooks(fault: nil)
    var answers: [AnswerClass] = []
    var operations = Set<Operation>()
    for step in script.steps {
      if let operation = Operation(step) {
        operations.insert(operation)
        if books.isKnown(step) { books.take(step) }
        continue
      }
      let before = Self.measures(of: books.session)
      let outcome = books.solve()
      if case .solved = outcome { books.accept() } else { books.takeBack() }
      answers.append(AnswerClass(outcome))
      let after = Self.measures(of: books.session)
      if let first = operations.first {
        count(operations.count == 1 ? first : .several, 1, zip(after, before).map { $0 - $1 })
      }
      operations.removeAll()
    }
    claims.append(answers)
  }

  private static func measures(of session: borrowing SolverSession) -> [Int] {
    let (counters, ways) = (session.counters, session.ways)
    return Measure.allCases.map { measure in
      switch measure {
      case .cellOperations: counters.cellOperations
      case .pivots: counters.pivots
      case .iterations: counters.iterations
      case .rowOperations: counters.rowOperations
      case .afresh: ways.afresh
      case .continued: ways.continued
      case .followed: ways.followed
      case .crossed: ways.crossed
      }
    }
  }

  private mutating func count(_ operation: Operation, _ readings: Int, _ sums: [Int]) {
    if let known = work.firstIndex(where: { $0.operation == operation }) {
      work[known].readings += readings
      for index in sums.indices { work[known].sums[index] += sums[index] }
    } else {
      work.append(Work(operation: operation, readings: readings, sums: sums))
    }
  }

  private mutating func sort() {
    let order = Operation.allCases
    work.sort { order.firstIndex(of: $0.operation) ?? 0 < order.firstIndex(of: $1.operation) ?? 0 }
  }
}

extension AnswerClass {
  fileprivate init(_ outcome: SolverSession.Outcome) {
    switch outcome {
    case .solved: self = .optimal
    case .conflict: self = .infeasible
    case .gaveUp: self = .gaveUp
    }
  }
}

// MARK: - JSON

extension SessionRecord {
  var json: JSONValue {
    ["claims": .string(text), "work": .array(work.map(\.json))]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the sessions", keys: ["claims", "work"])
    let claims = try reader.required("claims")
    let text = try claims.requiredString("letters of answers")
    if !text.isEmpty {
      for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        guard let answers = Self.answers(word) else {
          throw claims.error("'\(word)' is not the answers of a script; an example is 12oi")
        }
        self.claims.append(answers)
      }
    }
    work = try reader.required("work").requiredList("work") { (value) throws(JSONError) in
      try Work(value)
    }
  }

  /// The scripts, with a space between them; several equal answers in a row are a number and their
  /// letter.
  private var text: String {
    claims.map(Self.word).joined(separator: " ")
  }

  private static func word(_ answers: [AnswerClass]) -> String {
    var word = ""
    var index = 0
    while index < answers.count {
      let end = answers[index...].firstIndex { $0 != answers[index] } ?? answers.count
      if end - index > 1 { word += "\(end - index)" }
      word.append(answers[index].letter)
      index = end
    }
    return word
  }

  private static func answers(_ word: Substring) -> [AnswerClass]? {
    var answers: [AnswerClass] = []
    var digits = ""
    for letter in word {
      if letter.isWholeNumber {
        digits.append(letter)
        continue
      }
      guard let answer = AnswerClass.allCases.first(where: { $0.letter == letter }),
        let count = digits.isEmpty ? 1 : Int(digits), count > 0,
        count <= ScriptWork.readingsMax - answers.count
      else { return nil }
      answers += [AnswerClass](repeating: answer, count: count)
      digits = ""
    }
    return digits.isEmpty ? answers : nil
  }
}

extension SessionRecord.Work {
  fileprivate var json: JSONValue {
    .members(
      [("operation", .string(operation.rawValue)), ("readings", .number(readings))]
        + zip(SessionRecord.Measure.allCases, sums).map { ($0.rawValue, .number($1)) })
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let measures = SessionRecord.Measure.allCases.map(\.rawValue)
    let reader = try JSONObjectReader(
      value, "work of sessions", keys: ["operation", "readings"] + measures)
    var sums: [Int] = []
    for measure in measures { sums.append(try reader.required(measure).requiredCount("a sum")) }
    self.init(
      operation: try reader.required("operation").requiredCase(of: SessionRecord.Operation.self),
      readings: try reader.required("readings").requiredCount("a number of readings"), sums: sums)
  }
}
