// SPDX-License-Identifier: MIT

import LayoutGenerators

/// A reason why the result of a campaign is weaker than it looks.
package enum HealthWarning: Sendable, Hashable {
  /// A profile discards most of its attempts: the numbers of cases and attempts.
  case generatorFails(Profile, cases: Int, draws: Int)
  /// Many cases were run without being judged.
  case unjudged(cases: Int, of: Int)
  /// A feature that no case had.
  case featureMissing(String, cases: Int)
  /// A law that applied to none of the cases on which it was tried.
  case lawIdle(String, tries: Int)
  /// Most failures are of one kind, which may hide others: the failing part with its failure, and
  /// the counts.
  case oneBucket(String, cases: Int, of: Int)
  /// The canary solved no case.
  case canaryIdle(String)
  /// A long campaign without a canary.
  case noCanary(cases: Int)
}

extension HealthWarning: CustomStringConvertible {
  /// The warning in one sentence without a full stop.
  package var description: String {
    switch self {
    case .generatorFails(let profile, let cases, let draws):
      return "the generator of \(profile.rawValue) makes a case of \(cases) in \(draws) draws only"
    case .unjudged(let cases, let all):
      return "\(cases) of \(all) cases were not judged"
    case .featureMissing(let name, let cases):
      return "the feature \(name) did not come up in \(cases) cases"
    case .lawIdle(let name, let tries):
      return "the law \(name) applied to none of \(tries) cases"
    case .oneBucket(let name, let cases, let all):
      return
        "\(cases) of \(all) failures are \(name), which may hide others: leave it out of --strategies or --laws"
    case .canaryIdle(let name):
      return "the canary \(name) solved no case"
    case .noCanary(let cases):
      return
        "no canary in \(cases) cases: nothing shows that a fault would have been seen (--canary)"
    }
  }
}

extension CampaignResult {
  /// The least number of attempts for a warning about a profile.
  private static let drawsMin = 100
  /// The least number of cases for warnings about shares and features.
  private static let casesMin = 1000
  /// The least number of tries for a warning about a law.
  private static let triesMin = 200
  /// The least number of failures for a warning about their kinds.
  private static let failuresMin = 20
  /// The least number of cases of a long campaign, which takes some minutes.
  private static let longCases = 100_000

  /// The warnings about the campaign itself, in a fixed order.
  package var warnings: [HealthWarning] {
    generatorWarnings + featureWarnings + lawWarnings + bucketWarnings + canaryWarnings
  }

  private var generatorWarnings: [HealthWarning] {
    var warnings: [HealthWarning] = []
    for (position, profile) in Profile.allCases.enumerated() {
      let cases = counts.profiles[position]
      let draws = cases + counts.generators.redrawn[position]
      if draws >= Self.drawsMin, 5 * cases < draws {
        warnings.append(.generatorFails(profile, cases: cases, draws: draws))
      }
    }
    let unjudged = counts.generators.unjudged
    if counts.cases >= Self.casesMin, 20 * unjudged > counts.cases {
      warnings.append(.unjudged(cases: unjudged, of: counts.cases))
    }
    return warnings
  }

  /// The warnings about features.
  ///
  /// A feature of one profile is missing only if that profile had enough cases.
  private var featureWarnings: [HealthWarning] {
    zip(GeneratedCase.featureNames.indices, counts.generators.features).compactMap { index, seen in
      let owner = GeneratedCase.profile(ofFeature: index)
        .flatMap { Profile.allCases.firstIndex(of: $0) }
      let cases = owner.map { counts.profiles[$0] } ?? counts.cases
      guard seen == 0, cases >= Self.casesMin else { return nil }
      return .featureMissing(GeneratedCase.featureNames[index], cases: cases)
    }
  }

  private var lawWarnings: [HealthWarning] {
    zip(settings.laws, counts.laws).compactMap { law, counts in
      let tries = counts.held + counts.notApplicable + counts.undecided + counts.broken
      guard tries >= Self.triesMin, counts.notApplicable == tries else { return nil }
      return .lawIdle(law.name, tries: tries)
    }
  }

  private var bucketWarnings: [HealthWarning] {
    // Findings of one kind have the same number of occurrences: each kind counts once.
    var kinds: [(name: String, count: Int)] = []
    for finding in findings {
      let name = "\(finding.failure.accused.name) \(finding.failure.kind)"
      if !kinds.contains(where: { $0.name == name }) {
        kinds.append((name: name, count: finding.occurrences))
      }
    }
    for finding in scriptFindings {
      let name = "\(finding.failure.accused) \(finding.failure.kind)"
      if !kinds.contains(where: { $0.name == name }) {
        kinds.append((name: name, count: finding.occurrences))
      }
    }
    let all = kinds.reduce(0) { $0 + $1.count }
    guard all >= Self.failuresMin, kinds.count > 1,
      let most = kinds.first(where: { 10 * $0.count > 9 * all })
    else { return [] }
    return [.oneBucket(most.name, cases: most.count, of: all)]
  }

  private var canaryWarnings: [HealthWarning] {
    guard let canary else {
      return counts.cases >= Self.longCases ? [.noCanary(cases: counts.cases)] : []
    }
    return counts.canaryCases == 0 && counts.cases > 0 ? [.canaryIdle(canary.name)] : []
  }
}
