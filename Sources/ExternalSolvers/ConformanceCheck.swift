// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LinearModel
import Scripts

/// One check: the requests, and the conditions on the replies.
struct ConformanceCheck: Sendable {
  let name: String
  let needsSession: Bool
  let run: @Sendable (SolverTalk) throws(ConformanceProblem) -> Void

  init(
    _ name: String, needsSession: Bool = false,
    run: @escaping @Sendable (SolverTalk) throws(ConformanceProblem) -> Void
  ) {
    self.name = name
    self.needsSession = needsSession
    self.run = run
  }

  static let all = protocolChecks + systemChecks + sessionChecks

  typealias Constraint = SolverScript.Constraint

  /// Returns the constraint `sum relation constant`; all numbers are integers.
  private static func row(
    _ id: Int, _ terms: [(Int, Int)], _ relation: Relation, _ constant: Int,
    _ priority: Double = 1000
  ) -> Constraint {
    Constraint(
      id: id, terms.map { .init(Rational($1), VariableID($0)) }, relation, Rational(constant),
      strength: Strength(priority))
  }

  /// Checks that the values are within 1e-6 of the expected ones, relative above 1.
  private static func expect(
    _ reply: AdapterReply, _ values: [Double]
  ) throws(ConformanceProblem) {
    guard reply.status == .optimal || reply.status == .feasible else {
      throw ConformanceProblem(expected: text(values), actual: text(reply))
    }
    let isRight =
      reply.values.count == values.count
      && zip(reply.values, values).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($1)) }
    if !isRight {
      throw ConformanceProblem(expected: text(values), actual: text(reply.values))
    }
  }

  /// Returns the values for messages: of many only the first ones and their number.
  private static func text(_ values: [Double]) -> String {
    let shown = 8
    let isLong = values.count > shown
    let first = values.prefix(isLong ? shown / 2 : shown).map(ShownNumber.plain)
    let list = first.joined(separator: ", ")
    return isLong ? "[\(list), ...] (\(values.count) values)" : "[\(list)]"
  }

  /// Returns the status of a reply for messages, with its reason.
  private static func text(_ reply: AdapterReply) -> String {
    let status = reply.status.rawValue
    return reply.reason.isEmpty ? status : "\(status) (\(reply.reason))"
  }

  private static func expect(
    _ reply: AdapterReply, _ status: AdapterReply.Status
  ) throws(ConformanceProblem) {
    guard reply.status == status else {
      throw ConformanceProblem(expected: status.rawValue, actual: text(reply))
    }
  }

  private static let one = AdapterRequest.solve(
    variables: 1, constraints: [row(0, [(0, 1)], .equal, 7)])

  // MARK: - The protocol

  private static let protocolChecks = [
    ConformanceCheck("the id of each request is repeated") { talk throws(ConformanceProblem) in
      for reply in try talk.ask([one, one, one], ids: [7, 3, 9_007_199_254_740_991]) {
        try expect(reply, [7])
      }
    },
    ConformanceCheck("200 requests at once are answered in order") {
      talk throws(ConformanceProblem) in
      let requests = (0..<200).map { number in
        AdapterRequest.solve(
          variables: 1, constraints: [row(0, [(0, 1)], .equal, number)])
      }
      for (number, reply) in try talk.ask(requests).enumerated() {
        try expect(reply, [Double(number)])
      }
    },
    ConformanceCheck("unknown fields are ignored") { talk throws(ConformanceProblem) in
      try expect(try talk.ask(one, withField: "\"hint\": {\"of\": [\"later\", 1]}"), [7])
    },
    ConformanceCheck("an unknown operation is given up") {
      talk throws(ConformanceProblem) in
      let line = Array("{\"id\": 5, \"op\": \"frobnicate\"}\n".utf8)
      let reply = try talk.reply(try talk.line(line), id: 5, to: .read)
      try expect(reply, .gaveUp)
      try expect(try talk.ask(one), [7])
    },
    ConformanceCheck("long lines are read") { talk throws(ConformanceProblem) in
      // Longer than any buffer of a pipe, but trivial to solve.
      let count = 2000
      let rows = (0..<count).map { row($0, [($0, 1)], .equal, $0) }
      try expect(
        try talk.ask(.solve(variables: count, constraints: rows)), (0..<count).map(Double.init))
    },
    ConformanceCheck("the process ends when its input ends") { talk throws(ConformanceProblem) in
      try expect(try talk.ask(one), [7])
      try talk.expectEnd()
    },
  ]

  // MARK: - Systems

  private static let systemChecks = [
    ConformanceCheck("a small system") { talk throws(ConformanceProblem) in
      let rows = [row(10, [(0, 1), (1, -1)], .equal, 5), row(20, [(1, 2)], .equal, 20)]
      try expect(try talk.ask(.solve(variables: 2, constraints: rows)), [15, 10])
    },
    ConformanceCheck("inequalities and preferences") { talk throws(ConformanceProblem) in
      let rows = [
        row(0, [(0, 1)], .greaterThanOrEqual, 10), row(1, [(0, 1)], .equal, 0, 750),
        row(2, [(1, 1)], .lessThanOrEqual, -3), row(3, [(1, 1)], .equal, 8, 750),
      ]
      try expect(try talk.ask(.solve(variables: 2, constraints: rows)), [10, -3])
    },
    ConformanceCheck("the higher priority wins") { talk throws(ConformanceProblem) in
      let rows = [row(0, [(0, 1)], .equal, 0, 750), row(1, [(0, 1)], .equal, 100, 250)]
      try expect(try talk.ask(.solve(variables: 1, constraints: rows)), [0])
    },
    ConformanceCheck("a conflict") { talk throws(ConformanceProblem) in
      let rows = [
        row(4, [(0, 1)], .greaterThanOrEqual, 10), row(6, [(1, 1)], .equal, 1),
        row(9, [(0, 1)], .lessThanOrEqual, 5),
      ]
      let reply = try talk.ask(.solve(variables: 2, constraints: rows))
      try expect(reply, .infeasible)
      if !reply.conflict.isEmpty, Set(reply.conflict) != [4, 9] {
        throw ConformanceProblem(
          expected: "the conflict [4, 9], or none", actual: "\(reply.conflict)")
      }
    },
    ConformanceCheck("a system with many solutions") { talk throws(ConformanceProblem) in
      let rows = [row(0, [(0, 1), (1, 1)], .equal, 10)]
      let reply = try talk.ask(.solve(variables: 2, constraints: rows))
      guard reply.values.count == 2, abs(reply.values[0] + reply.values[1] - 10) < 1e-6 else {
        throw ConformanceProblem(
          expected: "two values with the sum 10", actual: text(reply.values))
      }
    },
    ConformanceCheck("variables without constraints") { talk throws(ConformanceProblem) in
      let reply = try talk.ask(.solve(variables: 3, constraints: []))
      guard reply.values.count == 3, reply.values.allSatisfy(\.isFinite) else {
        throw ConformanceProblem(expected: "3 finite values", actual: text(reply.values))
      }
    },
    ConformanceCheck("large and small numbers") { talk throws(ConformanceProblem) in
      let rows = [
        row(0, [(0, 1)], .equal, 1_000_000_000), row(1, [(1, 1000)], .equal, 1),
        row(2, [(2, 1), (0, -1)], .equal, -999_999_999),
      ]
      try expect(try talk.ask(.solve(variables: 3, constraints: rows)), [1e9, 0.001, 1])
    },
  ]

  // MARK: - Sessions

  private static let sessionChecks = [
    ConformanceCheck("session: constraints are added and removed", needsSession: true) {
      talk throws(ConformanceProblem) in
      let replies = try talk.ask([
        .open(variables: 1), .add(row(0, [(0, 1)], .equal, 5, 250)),
        .add(row(1, [(0, 1)], .equal, 8)), .read, .remove(1), .read,
      ])
      try expect(replies[3], [8])
      try expect(replies[5], [5])
    },
    ConformanceCheck("session: a new session is empty", needsSession: true) {
      talk throws(ConformanceProblem) in
      let replies = try talk.ask([
        .open(variables: 1), .add(row(0, [(0, 1)], .equal, 5)), .read, .open(variables: 1),
        .add(row(1, [(0, 1)], .equal, 6)), .read,
      ])
      try expect(replies[2], [5])
      try expect(replies[5], [6])
    },
    ConformanceCheck("session: suggestions", needsSession: true) {
      talk throws(ConformanceProblem) in
      let strength = Strength(750)
      let replies = try talk.ask([
        .open(variables: 2), .add(row(0, [(1, 1), (0, -1)], .equal, 8)),
        .add(row(1, [(0, 1)], .lessThanOrEqual, 300)),
        .suggest(variable: 0, value: 100, strength: strength), .read,
        .suggest(variable: 0, value: 400, strength: strength), .read,
      ])
      try expect(replies[4], [100, 108])
      try expect(replies[6], [300, 308])
    },
    ConformanceCheck("session: a refused addition changes nothing", needsSession: true) {
      talk throws(ConformanceProblem) in
      let before = try talk.ask([
        .open(variables: 2), .add(row(0, [(0, 1)], .greaterThanOrEqual, 10)),
        .add(row(1, [(0, 1)], .lessThanOrEqual, 20)),
        .add(row(2, [(1, 1), (0, -1)], .equal, 5)), .add(row(3, [(0, 1)], .equal, 10, 250)), .read,
      ])
      try expect(before[5], [10, 15])
      if try talk.ask(.add(row(4, [(1, 1)], .lessThanOrEqual, 3))).status != .refused {
        try expect(try talk.ask(.read), .infeasible)
        try expect(try talk.ask(.remove(4)), .ok)
      }
      try expect(try talk.ask(.read), [10, 15])
      let after = try talk.ask([.add(row(5, [(0, 1)], .equal, 12, 750)), .read])
      try expect(after[1], [12, 17])
    },
    ConformanceCheck("session: an infinity leaves it usable", needsSession: true) {
      talk throws(ConformanceProblem) in
      let strength = Strength(750)
      _ = try talk.ask(
        [.open(variables: 1), .suggest(variable: 0, value: .infinity, strength: strength), .read],
        mayGiveUp: true)
      let replies = try talk.ask([.suggest(variable: 0, value: 5, strength: strength), .read])
      try expect(replies[1], [5])
    },
  ]
}
