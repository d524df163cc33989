// SPDX-License-Identifier: MIT

import JSON

extension Conformance.Report {
  /// The results for `conformance --json`: the program, and each check with its status and, if it
  /// did not pass, with its requests and responses.
  package var json: JSONValue {
    .members([
      ("program", .string(program)), ("checks", .array(results.map(\.json))),
      ("remarks", remarks.isEmpty ? nil : .strings(remarks)),
    ])
  }
}

extension Conformance.Result {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [.init(key: "name", value: .string(name))]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    switch status {
    case .passed: add("status", "passed")
    case .notOffered: add("status", "notOffered")
    case .undecided: add("status", "undecided")
    case .gaveUp(let reason):
      add("status", "gaveUp")
      add("reason", .string(reason))
    case .failed(let mismatch):
      add("status", "failed")
      if let expected = mismatch.expected { add("expected", .string(expected)) }
      add("actual", .string(mismatch.actual))
    }
    if status != .passed, status != .notOffered {
      add(
        "exchanges",
        .array(
          exchanges.map { exchange in
            [
              "request": .string(exchange.request),
              "response": exchange.response.map { .string($0) } ?? .null,
            ]
          }))
    }
    return .object(members)
  }
}
