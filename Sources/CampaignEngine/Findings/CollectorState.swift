// SPDX-License-Identifier: MIT

import JSON

/// The content of a collector of scripts in the progress of an unfinished campaign.
package struct CollectorState<Subject: CampaignSubject>: Sendable {
  package var list: FindingList<Subject>.State
  package var verdicts: VerdictCounts

  package init(
    list: FindingList<Subject>.State = .init(), verdicts: VerdictCounts = VerdictCounts()
  ) {
    self.list = list
    self.verdicts = verdicts
  }
}

// MARK: - JSON

extension CollectorState {
  package var json: JSONValue { ["findings": list.json, "verdicts": verdicts.json] }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "scripts", keys: ["findings", "verdicts"])
    list = try .init(reader.required("findings"))
    verdicts = try VerdictCounts(try reader.required("verdicts"))
  }
}
