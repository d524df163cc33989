// SPDX-License-Identifier: MIT

import Display
import LinearModel

/// The differences of a record of answers from an earlier one of the same cases.
package struct AnswerComparison: Sendable {
  /// The claims of one strategy, or of sessions, that changed in the same way.
  package struct Claim: Sendable, Hashable {
    package let strategy: String
    /// The numbered subjects: cases, or scripts of sessions.
    package let subject: Subject
    package let before: AnswerClass
    package let now: AnswerClass
    /// The cases or scripts, in order; not empty.
    package internal(set) var cases: [Int]
  }

  /// The subject of a claim.
  package enum Subject: String, Sendable, Hashable { case `case`, script }

  /// A sum of work that changed by more than `margin`.
  package struct Work: Sendable, Hashable {
    /// The strategy and the profile, or the session and the operation.
    package let part: String
    package let counter: String
    package let before: Int
    package let now: Int
  }

  /// The largest change of a sum that is no difference, as a share of the earlier sum.
  ///
  /// Work is the same on each machine up to the order in which its library adds.
  package static let margin = 0.03
  /// A change of a sum up to this is no difference either: a case more or less of a few steps.
  private static let unitsMax = 10

  package private(set) var claims: [Claim] = []
  package private(set) var work: [Work] = []

  package var isEmpty: Bool { claims.isEmpty && work.isEmpty }

  /// - Precondition: both records are comparable.
  package init(before: AnswerRecord, now: AnswerRecord) {
    precondition(before.isComparable(to: now), "the records are of different cases")
    for (old, new) in zip(before.claims, now.claims) {
      for (index, (before, now)) in zip(old.answers, new.answers).enumerated() where before != now {
        note(.case, index, old.strategy, before, now)
      }
    }
    for (old, new) in zip(before.work, now.work) {
      let part = "\(old.strategy), \(old.profile.rawValue)"
      compare(part, WorkCounter.allCases.map(\.rawValue), old.sums, new.sums)
    }
    let session = SessionTarget.healthyName
    // A session with another answer continues from another state: only the first one counts.
    for (index, (old, new)) in zip(before.sessions.claims, now.sessions.claims).enumerated() {
      if let (before, now) = zip(old, new).first(where: { $0 != $1 }) {
        note(.script, index, session, before, now)
      }
    }
    // Scripts follow from lowered layouts: a fault there changes the readings, too.
    for operation in SessionRecord.Operation.allCases {
      let (old, new) = (before.sessions.work(of: operation), now.sessions.work(of: operation))
      compare(
        "\(session), \(operation.rawValue)",
        ["readings"] + SessionRecord.Measure.allCases.map(\.rawValue),
        [old.readings] + old.sums, [new.readings] + new.sums)
    }
  }

  private mutating func compare(
    _ part: String, _ counters: [String], _ before: [Int], _ now: [Int]
  ) {
    for (counter, (before, now)) in zip(counters, zip(before, now)) {
      let change = abs(now - before)
      guard change > Self.unitsMax, Double(change) > Self.margin * Double(before) else { continue }
      work.append(Work(part: part, counter: counter, before: before, now: now))
    }
  }

  private mutating func note(
    _ subject: Subject, _ index: Int, _ strategy: String, _ before: AnswerClass, _ now: AnswerClass
  ) {
    let known = claims.firstIndex {
      $0.strategy == strategy && $0.before == before && $0.now == now
    }
    if let known {
      claims[known].cases.append(index)
    } else {
      claims.append(
        Claim(strategy: strategy, subject: subject, before: before, now: now, cases: [index]))
    }
  }
}

extension AnswerComparison.Claim {
  /// The change in words, such as `simplex: optimal before, feasible now in 3 cases, first in case
  /// 12`.
  package var text: String {
    "\(strategy): \(before.name) before, \(now.name) now in "
      + ShownNumber.counted(cases.count, subject.rawValue)
      + (cases.count > 1 ? ", first in" : ":") + " \(subject.rawValue) \(cases[0])"
  }
}

extension AnswerComparison.Work {
  /// The change in words, such as `simplex, extreme: pivots 100 before, 112 now (+12.0 %)`.
  package var text: String {
    let values = "\(ShownNumber.grouped(before)) before, \(ShownNumber.grouped(now)) now"
    guard before > 0 else {
      return "\(part): \(counter) \(values)"
    }
    let change = ShownNumber.percent(Double(now - before) / Double(before), .tenths)
    let isRise = now > before && change != ShownNumber.percent(0, .tenths)
    return "\(part): \(counter) \(values) "
      + "(\(isRise ? "+" : "")\(change))"
  }
}
