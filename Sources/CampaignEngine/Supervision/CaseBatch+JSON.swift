// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import JSON
import Judging
import LayoutGenerators
import Oracles

/// The results of cases in messages of workers, and in files of progress and shards.
extension CaseBatch {
  private static let keys = [
    "counts", "failing", "failingScripts", "undecided", "canaryCaught", "internalError",
  ]

  package var json: JSONValue {
    var members: [JSONValue.Member] = [.init(key: "counts", value: counts.stored)]
    if !failing.isEmpty {
      members.append(.init(key: "failing", value: .array(failing.map(\.json))))
    }
    if !failingScripts.isEmpty {
      members.append(.init(key: "failingScripts", value: .array(failingScripts.map(\.json))))
    }
    if !undecided.isEmpty {
      members.append(.init(key: "undecided", value: .array(undecided.map(\.stored))))
    }
    if let canaryCaught {
      members.append(.init(key: "canaryCaught", value: .number(canaryCaught)))
    }
    if let internalError {
      members.append(.init(key: "internalError", value: internalError.json))
    }
    return .object(members)
  }

  /// - Parameters:
  ///   - value: the JSON.
  ///   - empty: the counts of no cases in the campaign.
  /// - Throws: when the value is no batch.
  init(_ value: JSONValue, empty: CaseBatch) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the result of a batch", keys: Self.keys)
    self = empty
    try counts.set(stored: try reader.required("counts"))
    for element in try reader["failing"]?.requiredArray("failing cases") ?? [] {
      failing.append(try NotableCase(element))
    }
    for element in try reader["failingScripts"]?.requiredArray("failing scripts") ?? [] {
      failingScripts.append(try NotableScript(element))
    }
    for element in try reader["undecided"]?.requiredArray("undecided answers") ?? [] {
      undecided.append(try UndecidedAnswer(stored: element))
    }
    canaryCaught = try reader["canaryCaught"]?.requiredIndex("the index of a case")
    if let value = reader["internalError"] { internalError = try Contradiction(value) }
  }
}

extension UndecidedAnswer {
  /// The JSON `[index, "seed", "strategy", "reason"]`.
  var stored: JSONValue {
    [.number(index), .string("\(seed)"), .string(strategy), .string(reason.rawValue)]
  }

  package init(stored value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("an undecided answer", count: 4)
    guard let seed = words[1].string.flatMap({ UInt64($0) }) else {
      throw words[1].error("expected a seed")
    }
    self.init(
      index: try words[0].requiredIndex("the index of a case"), seed: seed,
      strategy: try words[2].requiredString("the name of a strategy"),
      reason: try words[3].requiredCase(of: Verdict.UndecidedReason.self))
  }
}

extension CaseBatch.Contradiction {
  fileprivate var json: JSONValue {
    [
      "index": .number(index), "message": .string(error.message),
      "case": error.layoutCase.flatMap { $0.isValid ? CaseFile.value(of: $0) : nil } ?? .null,
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "an internal error", keys: ["index", "message", "case"])
    // A case that is not well formed cannot be written; the error is reported without it.
    let layoutCase = reader["case"].flatMap { try? CaseFile.decode($0, file: "") }
    self.init(
      index: try reader.required("index").requiredIndex("the index of a case"),
      error: InternalError(
        try reader.required("message").requiredString("what contradicts what"), on: layoutCase))
  }
}
