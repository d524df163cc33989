// SPDX-License-Identifier: MIT

import JSON

/// The content of a collector of scripts in the progress of an unfinished campaign.
package struct CollectorState<Subject: CampaignSubject>: Sendable {
  package var list: FindingList<Subject>.State
  package var verdicts: VerdictCounts
  package var suppressed: SuppressedCases.State

  package init(
    list: FindingList<Subject>.State = .init(), verdicts: VerdictCounts = VerdictCounts(),
    suppressed: SuppressedCases.State = .init()
  ) {
    self.list = list
    self.verdicts = verdicts
    self.suppressed = suppressed
  }
}

// MARK: - JSON

extension CollectorState {
  package var json: JSONValue {
    // The literal nil would be the value null.
    let cases: JSONValue? = suppressed.cases.isEmpty ? .none : .some(suppressed.json)
    return .members([
      ("findings", list.json), ("verdicts", verdicts.json), ("suppressed", cases),
    ])
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "scripts", keys: ["findings", "verdicts", "suppressed"])
    list = try .init(reader.required("findings"))
    verdicts = try VerdictCounts(try reader.required("verdicts"))
    suppressed =
      try reader["suppressed"].map { (value) throws(JSONError) in try .init(value) }
      ?? .init()
  }
}
