// SPDX-License-Identifier: MIT

import CampaignEngine
import Diagnosis
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

  /// Creates the results of no scripts.
  ///
  /// - Parameter count: the number of programs.
  package init(programs count: Int) {
    counts = ProgramCounts(programs: count, scriptKinds: Kind.scriptKinds.count)
  }
}

/// A runner of batches of scripts, shared by all workers.
struct ProgramBatchRunner<Kind: ProgramKind>: Sendable {
  private let settings: ProgramSettings<Kind.Process>

  init(_ settings: ProgramSettings<Kind.Process>) { self.settings = settings }

  var batchCount: Int? { settings.batchCount }

  /// Runs the cases of a batch.
  ///
  /// - Parameters:
  ///   - number: the number of the batch.
  ///   - shouldStop: called before each script but the first; each may take the time limit of each
  ///     program.
  /// - Returns: the results of the completed cases, and the reason of an early end.
  func run(batch number: Int, shouldStop: () -> Bool = { false }) -> ProgramBatch<Kind> {
    var batch = ProgramBatch<Kind>(programs: settings.pools.count)
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
  /// - Precondition: the batch was not stopped, and all programs started.
  package var json: JSONValue {
    precondition(end == nil || internalErrorMessage != nil, "a shard stores whole batches")
    return .members([
      ("counts", counts.json), ("failing", .array(failing.map(\.json))),
      ("internalError", internalErrorMessage.map { .string($0) }),
    ])
  }

  /// - Parameters:
  ///   - value: the value of `json`.
  ///   - count: the number of programs of the campaign.
  /// - Throws: when the value is no batch of so many programs.
  package init(_ value: JSONValue, programs count: Int) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a batch", keys: ["counts", "failing", "internalError"])
    self.init(programs: count)
    counts = try ProgramCounts(try reader.required("counts"), like: counts)
    for element in try reader.required("failing").requiredArray("failing scripts") {
      failing.append(try FailingProgramCase(element, programs: count))
    }
    if let error = reader["internalError"] {
      let message = try error.requiredString("a contradiction")
      end = .problem(.internalError(InternalError(message, on: nil)))
    }
  }

  /// Adds the results of the next cases; the first end of the two stays.
  package mutating func append(_ next: Self) {
    counts += next.counts
    failing += next.failing
    end = end ?? next.end
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
