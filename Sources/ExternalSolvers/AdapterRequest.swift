// SPDX-License-Identifier: MIT

import JSON
import LinearModel
import Scripts

/// A request to an adapter; `scripts/adapters/README.md` describes the protocol.
package enum AdapterRequest: Sendable {
  case hello
  /// Solves a system independently of the session.
  case solve(variables: Int, constraints: [SolverScript.Constraint])
  /// Begins a session without constraints; the previous session ends.
  case open(variables: Int)
  case add(SolverScript.Constraint)
  case remove(Int)
  case suggest(variable: Int, value: Double, strength: Strength)
  /// Reads the answer of the session.
  case read

  /// The name and the version of the protocol, as the handshake has them.
  package static let protocolName = "layoutfuzz-solver"
  package static let protocolVersion = 1

  /// Whether the request is for an answer, so that the reply may have values or a conflict.
  var isRead: Bool {
    switch self {
    case .solve, .read: return true
    default: return false
    }
  }

  /// Returns the request as a line with its line break.
  ///
  /// Numbers are the nearest doubles.
  ///
  /// `id` is the number that the reply repeats, and `scale` maps priorities. `notes` are members
  /// after those of the protocol, which adapters ignore.
  package func line(
    id: Int, _ scale: PriorityScale = .asIs, notes: [JSONValue.Member] = []
  ) -> [UInt8] {
    var members: [JSONValue.Member] = [.init(key: "id", value: .number(id))]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    switch self {
    case .hello:
      add("op", "hello")
      add("protocol", .string(Self.protocolName))
      add("version", .number(Self.protocolVersion))
    case .solve(let variables, let constraints):
      add("op", "solve")
      add("variables", .number(variables))
      add("constraints", .array(constraints.map { $0.json(scale) }))
    case .open(let variables):
      add("op", "open")
      add("variables", .number(variables))
    case .add(let constraint):
      add("op", "add")
      add("constraint", constraint.json(scale))
    case .remove(let constraint):
      add("op", "remove")
      add("constraint", .number(constraint))
    case .suggest(let variable, let value, let strength):
      add("op", "suggest")
      add("variable", .number(variable))
      add("value", .anyDouble(value))
      add("priority", .number(scale.priority(strength)))
    case .read:
      add("op", "read")
    }
    return JSONWriter.line(.object(members + notes)) + [UInt8(ascii: "\n")]
  }
}

extension AdapterRequest {
  /// - Precondition: the step is not one of those that only this project's sessions take.
  package init(_ step: SolverScript.Step) {
    switch step {
    case .add(let constraint): self = .add(constraint)
    case .remove(let id): self = .remove(id)
    case .suggest(let variable, let value, let strength):
      self = .suggest(variable: variable, value: value, strength: strength)
    case .solve: self = .read
    case .endSuggestion, .setConstant, .setStrength, .setActive:
      preconditionFailure("a step for a session, asked of an adapter")
    }
  }
}

extension SolverScript.Constraint {
  fileprivate func json(_ scale: PriorityScale) -> JSONValue {
    [
      "id": .number(id),
      "terms": .array(
        terms.map {
          .array([.number($0.variable.index), .anyDouble($0.coefficient.doubleValue)])
        }),
      "relation": .string(relation.symbol), "constant": .anyDouble(constant.doubleValue),
      "priority": .number(scale.priority(strength)),
    ]
  }
}

/// A mapping of the priorities of a script to those that an adapter gets.
///
/// In strict order only ranks matter. So a solver that distinguishes few priorities gets few: ranks
/// are kept, numbers are not. A script with more ranks than the solver has cannot be sent to it.
package struct PriorityScale: Sendable, Hashable {
  /// The new priority by strength; empty when priorities stay unchanged.
  private let priorities: [Strength: Double]

  /// The mapping that leaves priorities unchanged.
  package static let asIs = PriorityScale(priorities: [:])

  private init(priorities: [Strength: Double]) { self.priorities = priorities }

  /// Maps the strengths, by rank, to the highest of the offered priorities; nil when there are too
  /// many strengths.
  package init?(_ strengths: Set<Strength>, offered: [Double]?) {
    guard let offered else {
      self = .asIs
      return
    }
    let optional = strengths.filter { !$0.isRequired }.sorted(by: >)
    guard optional.count <= offered.count else { return nil }
    priorities = Dictionary(uniqueKeysWithValues: zip(optional, offered.sorted(by: >)))
  }

  /// Returns the priority that is sent for a strength: one that the program offers.
  package func priority(_ strength: Strength) -> Double { priorities[strength] ?? strength.value }
}

extension SolverScript {
  /// Returns the mapping of priorities for a program that offers these; nil when it offers too few.
  package func scale(offered priorities: [Double]?) -> PriorityScale? {
    var strengths = Set(constraints.map(\.strength))
    for case .suggest(_, _, let strength) in steps { strengths.insert(strength) }
    return PriorityScale(strengths, offered: priorities)
  }
}
