// SPDX-License-Identifier: MIT

import JSON
import Judging

extension Mutant {
  /// The value that `mutants list --json` prints for the mutant.
  package var json: JSONValue { .object(jsonMembers) }

  fileprivate var jsonMembers: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "name", value: .string(name)),
      .init(key: "fault", value: .string(origin.summary)),
      .init(key: "history", value: origin.history.map { .string($0) } ?? .null),
      .init(key: "seenBy", value: .array(seenBy.map { .string($0.name) })),
      .init(key: "handMadeSize", value: .number(handMadeSize)),
    ]
    if let handMade {
      members.append(
        .init(key: "handMadeConstraints", value: .number(handMade.constraints.count)))
    }
    return members
  }
}

extension MutantOutcome {
  /// Returns the value that `mutants run --json` prints.
  package static func json(_ outcomes: [MutantOutcome]) -> JSONValue {
    ["mutants": .array(outcomes.map(\.json))]
  }

  private var json: JSONValue {
    let canonical = canonical
    let more: [JSONValue.Member] = [
      .init(key: "found", value: .bool(isFound)),
      .init(key: "cases", value: .number(medianCases)),
      .init(key: "seconds", value: MutantOutcome.seconds(medianNanoseconds)),
      .init(
        key: "secondsMax", value: MutantOutcome.seconds(runs.map(\.nanoseconds).max() ?? 0)),
      .init(key: "minimizedSize", value: canonical.map { .number($0.size) } ?? .null),
      .init(key: "sizeAboveHandMade", value: sizeAboveHandMade.map { .number($0) } ?? .null),
      .init(
        key: "minimizedConstraints", value: canonical.map { .number($0.constraints) } ?? .null),
      .init(key: "signature", value: canonical.map { .string($0.signature) } ?? .null),
      .init(key: "canonicalShare", value: .number(canonicalShare)),
      .init(key: "purity", value: purity.map { .number($0) } ?? .null),
      .init(key: "slippedTo", value: .array(slippedTo.map { .string($0) })),
      .init(key: "runs", value: .array(runs.map(json))),
    ]
    return .object(mutant.jsonMembers + more)
  }

  private func json(_ run: Run) -> JSONValue {
    let specimen = run.caught.specimen
    return [
      "seed": .number(run.seed), "found": .bool(run.found),
      "cases": .number(run.caught.cases), "seconds": MutantOutcome.seconds(run.nanoseconds),
      "size": specimen.map { .number($0.size) } ?? .null,
      "signature": specimen.map { .string($0.signature) } ?? .null,
      "isCanonical": .bool(specimen != nil && specimen?.file == canonical?.file),
      "failures": .number(run.caught.failures), "trueFailures": .number(run.caught.trueFailures),
      "otherKinds": .array(
        run.caught.otherKinds.map { ["kind": .string($0.kind), "count": .number($0.count)] }),
      "problem": run.caught.problem.map { .string($0) } ?? .null,
      "case": specimen.map { .string(String(decoding: $0.file, as: UTF8.self)) } ?? .null,
    ]
  }

  /// Returns seconds with three decimals.
  private static func seconds(_ nanoseconds: UInt64) -> JSONValue {
    .number(Double(nanoseconds / 1_000_000) / 1000)
  }
}
