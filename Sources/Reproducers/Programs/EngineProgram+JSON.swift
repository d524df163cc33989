// SPDX-License-Identifier: MIT

import EngineScripts
import JSON

extension EngineProgram.Judged {
  /// The failing step and part in the record of a finding.
  package var json: JSONValue { [step.map { .number($0) } ?? .null, part.json] }

  package init(_ value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("a step and a part", count: 2)
    self.init(
      step: words[0] == .null ? nil : try words[0].requiredInt("the index of a step"),
      part: try JudgedPart(words[1]))
  }
}
