// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import TestSupport
import Testing

@testable import LayoutGenerators

@Suite("Contents of generated cases")
struct CoverageTests {
  /// Returns the number of cases with each feature, by name.
  static func counts(
    _ cases: Int, of generator: Generator<GeneratedCase> = mixedCaseGenerator()
  ) -> [String: Int] {
    var counts: [String: Int] = [:]
    for seed in 0..<UInt64(cases) {
      guard let made = generator.value(seed: seed) else { continue }
      for name in names(made) { counts[name, default: 0] += 1 }
    }
    return counts
  }

  static func names(_ made: GeneratedCase) -> Set<String> {
    var names: Set<String> = ["direction \(made.layoutCase.environment.direction)"]
    if made.layoutCase.environment.safeArea != .zero { names.insert("safe area") }
    for view in made.layoutCase.views {
      if let direction = view.direction { names.insert("forced \(direction)") }
      if view.marginRules.preservesSuperviewMargins { names.insert("kept margins") }
      if !view.marginRules.insetsFromSafeArea { names.insert("margins under bars") }
      if view.marginRules.followsReadableWidth { names.insert("readable margins") }
      names.insert("kind \(view.kind)")
      if let hold = view.hold {
        names.insert("hold")
        for axis in Axis.allCases {
          names.insert("mask \(axis) \(hold.mask.flexible(along: axis))")
        }
      }
      if view.intrinsicWidth != nil { names.insert("intrinsic width") }
      if view.alignmentInsets != .zero { names.insert("alignment insets") }
      if let stack = view.stack {
        names.insert("distribution \(stack.distribution)")
        names.insert("alignment \(stack.alignment)")
        names.insert("stack along \(stack.axis)")
        if stack.isMarginsRelative { names.insert("stack in margins") }
      }
      if let text = view.text { names.formUnion(self.names(text)) }
      if view.isHidden { names.insert("hidden") }
      if view.customSpacing != nil { names.insert("custom spacing") }
      if !view.isArranged { names.insert("not arranged") }
    }
    for pattern in made.patterns { names.insert("pattern \(pattern)") }
    if let stage = made.stage { names.insert("stage \(stage)") }
    for guide in made.layoutCase.guides { names.insert("guide \(name(of: guide.kind))") }
    for constraint in made.layoutCase.constraints {
      names.insert("attribute \(constraint.first.attribute)")
      if let second = constraint.second { names.insert("attribute \(second.attribute)") }
      names.insert("relation \(constraint.relation)")
      names.insert("multiplier \(constraint.multiplier.form)")
      names.insert("constant \(constraint.constant.form)")
      names.insert(constraint.priority.isRequired ? "required" : "optional")
      if constraint.first.item == constraint.second?.item { names.insert("same item") }
    }
    return names
  }

  static func names(_ text: TextContent) -> Set<String> {
    let isWide = text.string.unicodeScalars.contains { $0.value >= 0x3000 }
    let isLatin = text.string.unicodeScalars.contains { ("a"..."z").contains($0) }
    return [
      text.measured.isEmpty ? "measured by the model" : "recorded",
      text.string.isEmpty ? "no text" : !isWide ? "Latin" : isLatin ? "mixed" : "ideographs",
      text.lineLimit == 0 ? "any lines" : text.lineLimit == 1 ? "one line" : "some lines",
      text.preferredWidth == nil ? "automatic width" : "preferred width",
    ]
  }

  static func name(of kind: Guide.Kind) -> String {
    switch kind {
    case .free: return "free"
    case .area(let area): return area.rawValue
    case .inset: return "inset"
    case .topStrip: return "top strip"
    case .bottomStrip: return "bottom strip"
    case .scrollContent: return "content"
    case .scrollFrame: return "frame"
    }
  }

  @Test("Every attribute, relation, guide, number form and view feature occurs")
  func everything() {
    let counts = Self.counts(800)
    var expected = Attribute.allCases.map { "attribute \($0)" }
    expected += LayoutConstraint.Relation.allCases.map { "relation \($0)" }
    expected += ["free", "inset", "top strip", "bottom strip", "content", "frame"].map {
      "guide \($0)"
    }
    expected += ["decimal", "fraction", "ratio"].map { "multiplier \($0)" }
    expected += [
      "constant decimal", "constant fraction", "required", "optional", "same item", "hold",
      "intrinsic width", "alignment insets", "kind scrollView", "kind label",
      "direction rightToLeft", "direction leftToRight",
    ]
    for name in expected {
      #expect(counts[name, default: 0] >= 5, "\(name): \(counts[name, default: 0])")
    }
  }

  @Test("Flow layouts of both directions and sources of sizes occur, and so do springs")
  func flows() {
    let generator = caseGenerator(profile: .idiomatic)
    var seen = Set<String>()
    for seed in 0..<600 as Range<UInt64> {
      for view in generator.value(seed: seed)?.layoutCase.views ?? [] {
        if let flow = view.flow {
          seen.insert("\(flow.scrollDirection), \(flow.itemSize == .fitting ? "own" : "one")")
        }
        if view.hold?.hasSprings == true { seen.insert("springs") }
      }
    }
    let all = ["horizontal, one", "horizontal, own", "springs", "vertical, one", "vertical, own"]
    #expect(seen.sorted() == all)
  }

  @Test("Every kind of stack view occurs")
  func stacks() {
    let counts = Self.counts(1200, of: caseGenerator(profile: .idiomatic))
    var expected = StackLayout.Distribution.allCases.map { "distribution \($0)" }
    expected += StackLayout.Alignment.allCases.map { "alignment \($0)" }
    expected += Axis.allCases.map { "stack along \($0)" }
    expected += ["stack in margins", "hidden", "custom spacing", "not arranged"]
    for name in expected {
      #expect(counts[name, default: 0] >= 10, "\(name): \(counts[name, default: 0])")
    }
  }

  @Test("Texts of every kind occur in idiomatic cases")
  func texts() {
    let counts = Self.counts(400, of: caseGenerator(profile: .idiomatic))
    for name in [
      "no text", "Latin", "mixed", "ideographs", "any lines", "one line", "some lines",
      "automatic width", "preferred width", "measured by the model", "recorded",
    ] {
      #expect(counts[name, default: 0] >= 5, "\(name): \(counts[name, default: 0])")
    }
  }

  @Test("Every pattern occurs, and every stage of an unfinished one, so all scenes do")
  func patterns() {
    let counts = Self.counts(1200, of: caseGenerator(profile: .idiomatic))
    let patterns = LayoutGenerators.Pattern.allCases.map { "pattern \($0)" }
    for name in patterns + Stage.allCases.map({ "stage \($0)" }) {
      #expect(counts[name, default: 0] >= 10, "\(name): \(counts[name, default: 0])")
    }
  }

  @Test("Areas, rules for margins and directions of single views occur in idiomatic cases")
  func areas() {
    let counts = Self.counts(1000, of: caseGenerator(profile: .idiomatic))
    let guides = Guide.Area.allCases.map { "guide \($0.rawValue)" }
    for name in guides + [
      "safe area", "kept margins", "margins under bars", "readable margins", "forced leftToRight",
      "forced rightToLeft",
    ] {
      #expect(counts[name, default: 0] >= 5, "\(name): \(counts[name, default: 0])")
    }
  }

  @Test(
    "Each of the eight masks occurs along each axis",
    arguments: [Profile.wellFormed, Profile.idiomatic])
  func masks(profile: Profile) {
    let counts = Self.counts(1500, of: caseGenerator(profile: profile))
    let masks = counts.filter { $0.key.hasPrefix("mask ") }
    #expect(masks.count == 16 && masks.values.allSatisfy { $0 >= 5 }, "\(masks)")
  }

  @Test("The places of nearly all views are planted if the layout is unique")
  func stretches() {
    var (planted, possible) = (0, 0)
    // Cases of other profiles than these have a unique layout by chance only.
    forAll(mixedCaseGenerator(), count: 400, quick: 400, floor: 20) { made in
      guard made.truth == .unique else { return .notApplicable }
      let all = 2 * made.layoutCase.views.count
      planted += made.stretches.count
      possible += all
      if made.profile != .idiomatic { try claim(made.stretches.count, is: all) }
      return .holds
    }
    #expect(planted * 10 >= possible * 9, "\(planted) of \(possible)")
  }

  @Test("A case shrinks through its choices to little more than the requested features")
  func shrinks() throws {
    let generator = mixedCaseGenerator()
    func fails(_ made: GeneratedCase) -> Bool {
      made.layoutCase.constraints.contains {
        $0.multiplier.isSameValue(as: LayoutNumber(1, 3, form: .fraction))
          && $0.first.item != .view(0)
      }
    }
    var minimized = 0
    var small = 0
    for seed in 0..<400 as Range<UInt64> where minimized < 6 {
      var source = ChoiceSource.random(seed: seed)
      guard let made = try? generator.generate(from: &source), fails(made),
        made.profile != .idiomatic, made.layoutCase.views.count <= 20
      else { continue }
      let found = ChoiceMinimizer.minimize(
        source.recording, of: generator, limits: .init(executions: 1000), stillFails: fails)
      let result = try #require(found)
      minimized += 1
      let layoutCase = result.value.layoutCase
      if layoutCase.views.count <= 3 && layoutCase.constraints.count <= 9 { small += 1 }
    }
    #expect(minimized == 6)
    // Choices that shift the meaning of all later ones can lead to a local minimum.
    #expect(small >= 5)
  }
}

@Suite("Numbers that reveal rounding")
struct NumberTests {
  /// Returns the number of generated cases of a profile that have a property.
  private func count(
    _ profile: Profile, of total: UInt64 = 300, where holds: (LayoutCase) -> Bool
  ) -> Int {
    let generator = caseGenerator(profile: profile)
    return (0..<total).count { generator.value(seed: $0).map { holds($0.layoutCase) } ?? false }
  }

  private func isBinary(_ number: LayoutNumber) -> Bool {
    number.denominator & (number.denominator - 1) == 0
  }

  @Test("Many degenerate cases have only numbers that doubles hold, yet multipliers to divide by")
  func binaryNumbers() {
    let found = count(.degenerate) { layoutCase in
      let constraints = layoutCase.constraints
      return constraints.allSatisfy { isBinary($0.constant) && isBinary($0.multiplier) }
        && constraints.contains { $0.multiplier.numerator % 3 == 0 && !$0.multiplier.isZero }
    }
    #expect(found >= 60, "\(found) of 300")
  }

  @Test("Many extreme cases have tiny multipliers of views so large that the effect shows")
  func tinyMultipliers() {
    let found = count(.extreme) { layoutCase in
      layoutCase.constraints.contains {
        let multiplier = $0.multiplier
        return multiplier.denominator >= 1_000_000 && multiplier.numerator == 1
          && $0.constant.isZero
      }
    }
    #expect(found >= 30, "\(found) of 300")
  }
}
