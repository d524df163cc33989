// SPDX-License-Identifier: MIT

import Diagnosis
import Judging
import Laws
import LayoutModel

/// The number of checks of a law by outcome.
package struct LawCounts: Sendable, Hashable {
  package var held = 0
  package var notApplicable = 0
  package var undecided = 0
  package var broken = 0

  package init() {}

  mutating func count(_ outcome: LawOutcome) {
    switch outcome {
    case .holds: held += 1
    case .notApplicable: notApplicable += 1
    case .undecided: undecided += 1
    case .broken: broken += 1
    }
  }

  static func += (lhs: inout LawCounts, rhs: LawCounts) {
    lhs.held += rhs.held
    lhs.notApplicable += rhs.notApplicable
    lhs.undecided += rhs.undecided
    lhs.broken += rhs.broken
  }
}

/// The choice of laws, and of their variants, for each case of a campaign.
///
/// It depends only on the index of the case, so that workers need not coordinate.
struct LawSchedule: Sendable {
  let laws: [LawCheck]
  private let frequency: CampaignSettings.LawFrequency

  init(
    _ laws: [any Law], _ frequency: CampaignSettings.LawFrequency, fault: WorldFault?
  ) {
    self.laws = laws.map { LawCheck($0, fault: fault) }
    self.frequency = frequency
  }

  /// Returns the outcomes of the laws that are due on a case.
  func records(
    case index: Int, _ original: LayoutCase, _ record: CaseRecord
  ) throws(InternalError) -> [LawRecord] {
    guard !laws.isEmpty else { return [] }
    switch frequency {
    case .always:
      var records: [LawRecord] = []
      for position in laws.indices {
        records.append(try self.record(position, way: index, original, record))
      }
      return records
    case .focused(let name):
      var positions = laws.indices.filter { laws[$0].law.name == name }
      let others = laws.indices.filter { laws[$0].law.name != name }
      if !others.isEmpty { positions.append(others[index % others.count]) }
      return try positions.map { (position) throws(InternalError) in
        try self.record(position, way: index, original, record)
      }
    case .sampled:
      let (turn, rest) = index.quotientAndRemainder(dividingBy: CampaignSettings.lawPeriod)
      guard rest == 0 else { return [] }
      let (round, position) = turn.quotientAndRemainder(dividingBy: laws.count)
      return [try self.record(position, way: round, original, record)]
    }
  }

  /// Whether a law is broken on a case with the fault in force.
  func breaksLaw(case index: Int, _ original: LayoutCase) throws(InternalError) -> Bool {
    let runner = CaseRunner(strategies: [], loweringFault: laws.first?.world.fault?.lowering)
    let records = try records(case: index, original, try runner.run(original))
    return records.contains(where: \.isBroken)
  }

  private func record(
    _ position: Int, way: Int, _ original: LayoutCase, _ record: CaseRecord
  ) throws(InternalError) -> LawRecord {
    let check = laws[position]
    return LawRecord(
      position: position, check: check,
      outcome: try check.outcome(on: original, record, way: way % LawCheck.waysMax))
  }
}
