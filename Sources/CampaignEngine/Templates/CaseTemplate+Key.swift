// SPDX-License-Identifier: MIT

import CorpusStore
import Minimization

extension CaseTemplate {
  /// What it asks for, a line for each thing, without any names; the lines of constraints are sorted.
  package var lineTexts: [String] {
    environment.map { "environment \(Self.text($0))" }
      + parts.enumerated().map { index, part in
        let place = part.parent.map { " in \($0)" } ?? ""
        let facts = part.facts.map { ", \(Self.text($0))" }.joined()
        return "\(part.isGuide ? "guide" : "view") \(index)\(place)\(facts)"
      } + lines.map(\.text).sorted()
  }

  /// A short name for it, the same in every run and build.
  package var key: String {
    ContentHash.text(lineTexts.joined(separator: "\n").utf8, digits: 8)
  }

  private static func text(_ fact: Fact) -> String { "\(fact.name) \(fact.value ?? "any")" }
}

extension CaseTemplate.Line {
  /// `1.width >= 0.width * 2 + any, optional 1`
  fileprivate var text: String {
    let constant = constant?.text ?? "any"
    let rank = rank == 0 ? "required" : "optional \(rank)"
    let left = "\(first.text) \(relation.rawValue) "
    guard let second else { return "\(left)\(constant), \(rank)" }
    return "\(left)\(second.text) * \(multiplier?.text ?? "any") + \(constant), \(rank)"
  }
}

extension CaseTemplate.Side {
  fileprivate var text: String { "\(part).\(attribute.rawValue)" }
}

extension MinimizationResult {
  /// The key of the template of a case that is as small as it gets, and of which it is known which numbers matter; nil for
  /// others.
  var templateKey: String? {
    guard end == .fixpoint, !explanationIsCut else { return nil }
    return CaseTemplate(layoutCase, indifferent: indifferent).key
  }
}

extension BucketTemplate {
  /// The keys of what the stored cases of buckets have in common, by the names of the buckets. Scripts have none, nor have
  /// cases that are not as small as they get.
  package static func keys(
    of findings: [NightStore.StoredFinding], in store: NightStore
  ) -> [String: String] {
    var members: [String: [Member]] = [:]
    for finding in findings {
      guard let loaded = try? FindingStore.load(path: "\(store.path)/\(finding.folder)"),
        let record = loaded.record, record.template != nil
      else { continue }
      members[finding.bucket, default: []].append(
        Member(loaded.layoutCase, indifferent: record.indifferent))
    }
    return members.compactMapValues { common($0)?.key }
  }
}
