// SPDX-License-Identifier: MIT

import JSON
import LayoutModel
import LinearModel
import Scripts

/// The state of an unfinished campaign, from which it resumes: all batches before one number are
/// folded.
package struct Checkpoint<State: ResumableState>: Sendable {
  /// The number of folded batches.
  package var batches: Int
  /// The time that these batches took.
  package var nanoseconds: UInt64
  package var tally: State
  /// The folders of findings that were stored after this state and differ because of the stop.
  ///
  /// When the campaign resumes, they are removed and found again.
  var provisional: [String] = []

  private static var keys: [String] { ["batches", "nanoseconds", "tally", "provisional"] }

  var json: JSONValue {
    [
      "batches": .number(batches), "nanoseconds": .number(nanoseconds), "tally": tally.json,
      "provisional": .array(provisional.map { .string($0) }),
    ]
  }

  init(batches: Int, nanoseconds: UInt64, tally: State) {
    self.batches = batches
    self.nanoseconds = nanoseconds
    self.tally = tally
  }

  init(_ value: JSONValue, of settings: State.Settings) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the progress of a campaign", keys: Self.keys)
    batches = try reader.required("batches").requiredIndex("a number of batches")
    nanoseconds = UInt64(try reader.required("nanoseconds").requiredIndex("a time"))
    tally = try State(try reader.required("tally"), of: settings)
    for element in try reader.required("provisional").requiredArray("folders") {
      provisional.append(try element.requiredString("a folder"))
    }
  }
}

/// The content of a tally in the progress of an unfinished campaign.
package struct TallyState: Sendable {
  /// The counts of all cases folded, without the failing ones, which have become findings.
  var batch: CaseBatch
  var failingCases: Int
  var cases: FindingList<LayoutCase>.State
  var scripts: CollectorState<SolverScript>

  private static let keys = ["counts", "failingCases", "cases", "scripts"]

  package var json: JSONValue {
    [
      "counts": batch.json, "failingCases": .number(failingCases), "cases": cases.json,
      "scripts": scripts.json,
    ]
  }
}

extension TallyState {
  package init(_ value: JSONValue, of settings: CampaignSettings) throws(JSONError) {
    let value = Self.isVersion1(value) ? try Self.upgraded(value) : value
    let reader = try JSONObjectReader(value, "the tally of a campaign", keys: Self.keys)
    batch = try CaseBatch(try reader.required("counts"), empty: BatchRunner(settings).emptyBatch)
    failingCases = try reader.required("failingCases").requiredIndex("a number of cases")
    cases = try .init(try reader.required("cases"))
    scripts = try CollectorState(try reader.required("scripts"))
  }
}
