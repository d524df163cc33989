// SPDX-License-Identifier: MIT

import JSON

extension ByteInput.Outcome {
  /// Returns the value that `replay --bytes --json` prints.
  package func json(of path: String) -> JSONValue {
    guard case .done(let result) = self else {
      return ["input": .string(path), "isCase": false, "findings": []]
    }
    var members: [JSONValue.Member] = [
      .init(key: "input", value: .string(path)), .init(key: "isCase", value: true),
      .init(key: "digest", value: .string(result.counts.digest.text)),
      .init(key: "findings", value: result.json["findings"] ?? []),
    ]
    if let errors = result.json["internalErrors"] {
      members.append(.init(key: "internalErrors", value: errors))
    }
    return .object(members)
  }
}
