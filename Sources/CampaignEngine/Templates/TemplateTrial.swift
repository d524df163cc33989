// SPDX-License-Identifier: MIT

import LayoutModel
import Minimization

/// The failing cases of one mutant, and what templates can be made of them: all are made small, so that it is known in
/// which bucket each one lies.
package struct TemplateTrial: Sendable {
  /// A failing case.
  package struct Failure: Sendable {
    package let kind: FailureSignature.Kind
    /// As strategies were given it, or as the law was tried on it.
    package let found: LayoutCase
    package let small: BucketTemplate.Member
    package let bucket: String
  }

  /// How many failing cases templates are made of, and how many are matched with them.
  package static let learned = 4
  package static let judged = 8
  /// How many passing cases templates are accepted by; as many again tell how often one that is accepted is met.
  package static let passing = 100

  package let mutant: Mutant
  /// In order of cases.
  package private(set) var failures: [Failure] = []
  package private(set) var passing: [LayoutCase] = []
  /// The internal error that ended it, if one did.
  package private(set) var problem: String?
  private let settings: CampaignSettings

  /// Nil for a mutant that is not hunted with cases.
  ///
  /// - Parameter casesMax: after how many cases there are no more.
  package init?(_ mutant: Mutant, seed: UInt64, casesMax: Int) {
    guard let subject = (mutant.trial as? CampaignTrial)?.subject else { return nil }
    self.mutant = mutant
    settings = subject.settings(seed: seed, seenBy: mutant.seenBy)
    let runner = BatchRunner(settings)
    for index in 0..<casesMax where !isDone {
      let batch = runner.run(index..<index + 1)
      problem = batch.internalError?.error.message
      if problem != nil { return }
      let accused = batch.failing.flatMap { notable in
        subject.failures(of: notable, in: settings).map { (notable, $0) }
      }
      for (notable, failure) in accused { take(notable, failure) }
      if accused.isEmpty { takePassing(index) }
    }
  }

  private var isDone: Bool {
    failures.count >= Self.learned + Self.judged && passing.count >= 2 * Self.passing
  }

  private mutating func take(_ notable: NotableCase, _ predicate: FailurePredicate) {
    let accusation = Accusation(predicate.kind, on: notable)
    guard failures.count < Self.learned + Self.judged,
      let start = CaseService(settings).origin(notable.index, accusation)
    else { return }
    let small = predicate.minimize(
      start.layoutCase, hints: start.hints, origin: CaseSource(settings).origin(notable.index),
      explains: true)
    guard small.end != .stopped, small.end != .startPasses else { return }
    failures.append(
      Failure(
        kind: predicate.kind, found: start.layoutCase,
        small: .init(small.layoutCase, indifferent: small.indifferent),
        bucket: FailureSignature(predicate.kind, minimized: small.layoutCase).bucket))
  }

  private mutating func takePassing(_ index: Int) {
    guard passing.count < 2 * Self.passing,
      let layoutCase = try? CaseSource(settings).generate(index).layoutCase
    else { return }
    let isAsGenerated =
      settings.fault != nil && settings.laws.contains { [.tables, .formats].contains($0.stage) }
    passing.append(
      isAsGenerated
        ? layoutCase : CaseRunner.plain(layoutCase, fault: settings.fault?.lowering).layoutCase)
  }

  package var bucketCount: Int { Set(failures.map(\.bucket)).count }

  /// How many different cases there are in all buckets, but for numbers that do not matter.
  package var templateCount: Int {
    let keys = failures.map {
      "\($0.bucket) \(CaseTemplate($0.small.layoutCase, indifferent: $0.small.indifferent).key)"
    }
    return Set(keys).count
  }

  /// The failing cases by bucket, in the order of the first of each.
  static func buckets(_ failures: some Collection<Failure>) -> [[Failure]] {
    var buckets: [[Failure]] = []
    for failure in failures {
      if let known = buckets.firstIndex(where: { $0[0].bucket == failure.bucket }) {
        buckets[known].append(failure)
      } else {
        buckets.append([failure])
      }
    }
    return buckets
  }
}
