// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import JSON
import ProgramCampaigns

/// The results of the random cases of a night that the campaign's own record does not contain.
package struct NightFuzz: Sendable, Hashable {
  /// A bucket that the night has hit.
  package struct Sighting: Sendable, Hashable {
    package var signature: String
    package var failing: FailingPart
    package var summary: String
    /// The number of cases that belong to it.
    package var cases: Int

    package init(signature: String, failing: FailingPart, summary: String, cases: Int) {
      self.signature = signature
      self.failing = failing
      self.summary = summary
      self.cases = cases
    }

    init(_ finding: Finding<some CampaignSubject>) {
      self.init(
        signature: finding.signature, failing: finding.failure.failing,
        summary: finding.summary, cases: finding.members)
    }
  }

  package var sightings: [Sighting]
  package var costs: [NightRecord.Cost]
  package var minimizingNanoseconds: UInt64
  /// The number of cases; nil for several parts together, and in files of earlier versions.
  package var caseCount: Int?

  package init(
    sightings: [Sighting], costs: [NightRecord.Cost], minimizingNanoseconds: UInt64,
    caseCount: Int? = nil
  ) {
    self.sightings = sightings
    self.costs = costs
    self.minimizingNanoseconds = minimizingNanoseconds
    self.caseCount = caseCount
  }

  package init(_ result: CampaignResult, minimizingNanoseconds: UInt64) {
    sightings =
      result.findings.map { Sighting($0) } + result.scriptFindings.map { Sighting($0) }
    costs = zip(result.settings.strategies, result.counts.costs).compactMap { strategy, counts in
      counts.worst.map { worst in
        NightRecord.Cost(
          strategy: strategy.name,
          // An expected cost of 0 makes an infinite ratio.
          thousandths: Int(min((worst.ratio * 1000).rounded(), 1e15)),
          counter: worst.counter.rawValue)
      }
    }
    self.minimizingNanoseconds = minimizingNanoseconds
    caseCount = result.counts.cases
  }

  /// Creates the results of a campaign against programs.
  init(_ result: ProgramResult<some ProgramKind>, minimizingNanoseconds: UInt64) {
    self.init(
      sightings: result.findings.map { Sighting($0) }, costs: [],
      minimizingNanoseconds: minimizingNanoseconds, caseCount: result.counts.cases)
  }
}

extension NightFuzz {
  /// Counts the cases of a bucket as those of another one, to which they also belong.
  package mutating func move(_ signature: String, to other: String) {
    guard let index = sightings.firstIndex(where: { $0.signature == signature }) else { return }
    var sighting = sightings.remove(at: index)
    if let known = sightings.firstIndex(where: { $0.signature == other }) {
      sightings[known].cases += sighting.cases
    } else {
      sighting.signature = other
      sightings.insert(sighting, at: index)
    }
  }
}

// MARK: - JSON

extension NightFuzz {
  var json: JSONValue {
    .members([
      (
        "sightings",
        .array(
          sightings.map {
            [
              .string($0.signature), .string($0.failing.name), .string($0.failing.text),
              .string($0.summary), .number($0.cases),
            ]
          })
      ),
      ("costs", .array(costs.map(\.json))),
      ("minimizingNanoseconds", .number(minimizingNanoseconds)),
      ("cases", caseCount.map { .number($0) }),
    ])
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "the result of random cases",
      keys: ["sightings", "costs", "minimizingNanoseconds", "cases"])
    sightings = []
    for element in try reader.required("sightings").requiredArray("buckets") {
      let words = try element.requiredArray("a bucket", count: 5)
      sightings.append(
        Sighting(
          signature: try words[0].requiredString("the name of a bucket"),
          failing: FailingPart(
            try words[1].requiredString("a subject"),
            text: try words[2].requiredString("the kind of verdict")),
          summary: try words[3].requiredString("a sentence"),
          cases: try words[4].requiredIndex("a number of cases")))
    }
    costs = []
    for element in try reader.required("costs").requiredArray("costs") {
      costs.append(try NightRecord.Cost(element))
    }
    minimizingNanoseconds = UInt64(
      try reader.required("minimizingNanoseconds").requiredIndex("a time"))
    caseCount = try reader["cases"]?.requiredCount("a number of cases")
  }
}
