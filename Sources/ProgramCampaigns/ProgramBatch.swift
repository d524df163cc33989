// SPDX-License-Identifier: MIT

import JSON
import Judging

/// The results of some consecutive scripts.
package struct ProgramBatch<Kind: ProgramKind>: Sendable {
  package var counts: ProgramCounts
  package var failing: [FailingProgramCase<Kind>] = []
  /// The event that ends the campaign; nil while it continues.
  package var end: End?

  /// An early end of a batch.
  package enum End: Sendable {
    case stopped
    case problem(ProgramProblem)
  }

  package init(_ settings: ProgramSettings<Kind.Process>) {
    counts = ProgramCounts(programs: settings.pools.count, scriptKinds: Kind.scriptKinds.count)
  }
}

/// A runner of batches of scripts, shared by all workers.
struct ProgramBatchRunner<Kind: ProgramKind>: Sendable {
  private let settings: ProgramSettings<Kind.Process>

  init(_ settings: ProgramSettings<Kind.Process>) { self.settings = settings }

  var batchCount: Int? { settings.batchCount }

  /// - Parameters:
  ///   - number: the number of the batch.
  ///   - shouldStop: called before each script but the first; each may take the time limit of each
  ///     program.
  func run(batch number: Int, shouldStop: () -> Bool = { false }) -> ProgramBatch<Kind> {
    var batch = ProgramBatch<Kind>(settings)
    let cases = settings.cases(ofBatch: number)
    for index in cases {
      if index > cases.lowerBound, shouldStop() {
        batch.end = .stopped
        break
      }
      // A case that is cut short does not count, not even in part.
      var next = batch
      Kind.run(case: index, settings, into: &next)
      if next.end != nil {
        batch.end = next.end
        break
      }
      batch = next
    }
    return batch
  }
}

// MARK: - JSON

extension ProgramBatch {
  /// The batch in the result of a shard.
  ///
  /// - Precondition: the batch was not stopped.
  package var json: JSONValue {
    precondition(end == nil, "a shard stores whole batches")
    return ["counts": counts.json, "failing": .array(failing.map(\.json))]
  }

  /// - Parameters:
  ///   - value: the value of `json`.
  ///   - settings: the settings of the campaign.
  package init(
    _ value: JSONValue, of settings: ProgramSettings<Kind.Process>
  ) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a batch", keys: ["counts", "failing"])
    self.init(settings)
    counts = try ProgramCounts(try reader.required("counts"), like: counts)
    for element in try reader.required("failing").requiredArray("failing scripts") {
      failing.append(try FailingProgramCase(element, programs: settings.pools.count))
    }
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.counts += rhs.counts
    lhs.failing += rhs.failing
    lhs.end = lhs.end ?? rhs.end
  }
}

extension FailingProgramCase {
  private static var keys: [String] {
    ["case", "program", "script", "verdict", "madeFrom", "isRepeatable"]
  }

  fileprivate var json: JSONValue {
    .members([
      ("case", .number(index)), ("program", .number(program)), ("script", subject.json),
      ("verdict", .string(verdict.name)), ("madeFrom", madeFrom.map { .string($0) }),
      ("isRepeatable", .bool(isRepeatable)),
    ])
  }

  fileprivate init(_ value: JSONValue, programs: Int) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a failing script", keys: Self.keys)
    let program = try reader.required("program")
    let position = try program.requiredIndex("the position of a program")
    guard position < programs else { throw program.error("expected a position below \(programs)") }
    self.init(
      index: try reader.required("case").requiredIndex("the index of a case"), program: position,
      try Kind.Subject(json: try reader.required("script")),
      try reader.required("verdict").requiredFailureKind())
    madeFrom = try reader["madeFrom"]?.requiredString("the kind of a script")
    isRepeatable = reader["isRepeatable"]?.bool == true
  }
}
