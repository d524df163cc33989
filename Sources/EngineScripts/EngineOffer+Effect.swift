// SPDX-License-Identifier: MIT

extension EngineOffer {
  /// A member of an offer that has no effect, with what it needs.
  package struct Needless: Sendable, Hashable {
    package let member: String
    package let needs: String
  }

  /// The offered members that have no effect on scripts.
  package var needless: [Needless] {
    let hasFactors = hasSecondItems && hasMultipliers
    let isChanging = operations.contains(.change)
    let rules: [(isOffered: Bool, member: String, works: Bool, needs: String)] = [
      (hasMultipliers, "multipliers", hasSecondItems, "\"items\": 2"),
      (hasEdgeMultipliers, "edgeMultipliers", hasFactors, "\"items\": 2 and \"multipliers\""),
      (
        hasNegativeMultipliers, "negativeMultipliers", hasFactors,
        "\"items\": 2 and \"multipliers\""
      ),
      (crossesAxes, "acrossAxes", hasSecondItems, "\"items\": 2"),
      (!changes.isEmpty, "changes", isChanging, "\"change\" in \"operations\""),
      (
        isChanging && changes.contains(.priority), "changes: priority",
        priorities.map { $0.count > 1 } ?? true, "two of the \"priorities\""
      ),
      (
        isChanging && changes.contains(.required), "changes: required",
        priorities.map { !$0.isEmpty } ?? true, "one of the \"priorities\""
      ),
      (operations.contains(.move), "operations: move", isNested, "\"nested\""),
      (!guideHints.isEmpty, "guideSizes", hasGuides, "\"guides\""),
    ]
    return rules.filter { $0.isOffered && !$0.works }
      .map { Needless(member: $0.member, needs: $0.needs) }
  }
}
