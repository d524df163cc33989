// SPDX-License-Identifier: MIT

import CaseFormats

/// As it is taken down when a round ends: how often each behaviour was seen, what the cases that are kept showed, and how
/// they are made, unless they are seeds of the campaign. Which of them is the smallest for which behaviour follows.
extension BehaviourCorpus {
  private static let keys = ["cases", "kept", "recipes"]

  var json: JSONValue {
    var recipes = RecipeBook.empty
    for entry in entries where entry.trace.index >= seedCount {
      recipes[entry.trace.index] = entry.recipe
    }
    return .object(
      [
        .init(key: "cases", value: .array(cases.map { .number($0) })),
        .init(key: "kept", value: .array(entries.map(\.trace.json))),
      ] + recipes.members)
  }

  /// - Complexity: O(cases that are kept · their size): each is made again.
  init(_ value: JSONValue, of settings: CampaignSettings) throws(JSONError) {
    let tagCount = CaseTrace.tagCount(of: settings)
    let reader = try JSONObjectReader(value, "what a campaign has seen", keys: Self.keys)
    var source = CaseSource(settings)
    let seeds = settings.feedback?.seeds ?? []
    source.recipes = try RecipeBook(reader)
    for (index, screen) in seeds.enumerated() { source.recipes[index] = .seed(screen) }
    self.init(tagCount: tagCount, seedCount: seeds.count)
    for element in try reader.required("kept").requiredArray("cases that are kept") {
      let trace = try CaseTrace(element, tagCount: tagCount)
      guard let entry = Entry(trace, source) else {
        throw element.error("expected a case that can be made")
      }
      add(trace) { entry }
    }
    let counts = try reader.required("cases").requiredArray("numbers of cases", count: tagCount)
    for (tag, count) in counts.enumerated() {
      cases[tag] = try count.requiredIndex("a number of cases")
    }
  }
}

extension BehaviourCorpus.Entry {
  /// The case of a trace; nil when it cannot be made.
  init?(_ trace: CaseTrace, _ source: CaseSource) {
    guard let layoutCase = try? source.generate(trace.index).layoutCase else { return nil }
    self.init(trace, layoutCase, source.origin(trace.index)?.sequence)
  }

  /// How the case is made again, whatever made it.
  fileprivate var recipe: CaseRecipe {
    // Recorded choices are all that the case takes.
    choices.map { .choices($0.values, thenRandom: 0) } ?? .layout(layoutCase, trace.profile)
  }
}
