// SPDX-License-Identifier: MIT

import Reporting
import Statistics

/// A side and the one that it is compared with, as people read it.
///
/// The subject is the candidate, or this solver where programs of others are the candidates: so
/// `faster` is good for us everywhere.
struct ComparisonPair {
  /// The comparison on one instance, subject / reference.
  struct Row {
    let instance: String
    /// The CPU times in nanoseconds; nil where it was stopped.
    let referenceCost: Double?
    let subjectCost: Double?
    let cpu: ComparisonRow.Judged?
    let wall: ComparisonRow.Judged?
    let note: String

    /// The ratio of the two times where the interval of paired rounds does not contain it.
    var unpairedRatio: Double? {
      guard let estimate = cpu?.estimate, let low = estimate.low, let high = estimate.high,
        let subjectCost, let referenceCost, referenceCost > 0
      else { return nil }
      let ratio = subjectCost / referenceCost
      return ratio < low || ratio > high ? ratio : nil
    }

    /// The note, with the reason why times and interval do not agree.
    var notes: String {
      let times = unpairedRatio.map {
        "the times alone: \(MeasuredText.change($0)), since processes differ"
      }
      return [note, times ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The verdict on CPU time; a side that alone was stopped at the limit is slower.
    var verdict: ChangeVerdict {
      if let cpu { return cpu.verdict }
      switch (referenceCost, subjectCost) {
      case (.some, nil): return .slower
      case (nil, .some): return .faster
      default: return .inconclusive
      }
    }
  }

  let subject: String
  let reference: String
  let rows: [Row]

  /// The verdicts on CPU time.
  var tally: ComparisonHeadline.Tally {
    var tally = ComparisonHeadline.Tally()
    for row in rows { tally.add(row.verdict, ratio: row.cpu?.estimate.ratio) }
    return tally
  }

  /// The verdicts on wall time; empty if it was not judged.
  var wallTally: ComparisonHeadline.Tally {
    var tally = ComparisonHeadline.Tally()
    for row in rows {
      if let wall = row.wall { tally.add(wall.verdict, ratio: wall.estimate.ratio) }
    }
    return tally
  }
}

extension ComparisonPart {
  /// The pairs of sides, each with its rows, the largest changes first.
  var pairs: [ComparisonPair] {
    candidates.map { side in
      let own = rows.filter { $0.side == side.name }
      guard kind == .peers else {
        return ComparisonPair(
          subject: side.name, reference: baseline,
          rows: own.map {
            .init(
              instance: $0.instance, referenceCost: $0.baselineCost, subjectCost: $0.cost,
              cpu: $0.cpu, wall: $0.wall, note: $0.note)
          })
      }
      return ComparisonPair(
        subject: baseline, reference: side.name,
        rows: own.map {
          .init(
            instance: $0.instance, referenceCost: $0.cost, subjectCost: $0.baselineCost,
            cpu: $0.cpu?.inverted, wall: $0.wall?.inverted, note: $0.note)
        })
    }
  }
}

extension ComparisonRow.Judged {
  /// The same comparison from the view of the other side.
  fileprivate var inverted: Self {
    func inverse(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? 1 / $0 : nil } }
    let verdict: ChangeVerdict =
      switch self.verdict {
      case .slower: .faster
      case .faster: .slower
      case .equivalent, .inconclusive: self.verdict
      }
    return .init(
      estimate: RatioEstimate(
        ratio: 1 / estimate.ratio, low: inverse(estimate.high), high: inverse(estimate.low)),
      verdict: verdict)
  }
}
