// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import Testing

@testable import LayoutGenerators

@Suite("What generated cases are made of")
struct CoverageTests {
  /// The number of cases that have each thing, by name.
  static func counts(_ cases: Int) -> [String: Int] {
    let generator = mixedCaseGenerator()
    var counts: [String: Int] = [:]
    for seed in 0..<UInt64(cases) {
      guard let made = generator.value(seed: seed) else { continue }
      for name in names(made) { counts[name, default: 0] += 1 }
    }
    return counts
  }

  static func names(_ made: GeneratedCase) -> Set<String> {
    var names: Set<String> = ["direction \(made.layoutCase.environment.direction)"]
    for view in made.layoutCase.views {
      names.insert("kind \(view.kind)")
      if view.hold != nil { names.insert("hold") }
      if view.intrinsicWidth != nil { names.insert("intrinsic width") }
      if view.alignmentInsets != .zero { names.insert("alignment insets") }
    }
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

  static func name(of kind: Guide.Kind) -> String {
    switch kind {
    case .free: return "free"
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

  @Test("A case shrinks through its choices to little more than what is asked for")
  func shrinks() throws {
    let generator = mixedCaseGenerator()
    func fails(_ made: GeneratedCase) -> Bool {
      made.layoutCase.constraints.contains {
        $0.multiplier.isSameValue(as: LayoutNumber(1, 3, form: .fraction))
          && $0.first.item != .view(0)
      }
    }
    var minimized = 0
    for seed in 0..<400 as Range<UInt64> where minimized < 5 {
      var source = ChoiceSource.random(seed: seed)
      guard let made = try? generator.generate(from: &source), fails(made),
        made.profile != .idiomatic
      else { continue }
      let found = ChoiceMinimizer.minimize(
        source.recording, of: generator, limits: .init(executions: 2000), stillFails: fails)
      let result = try #require(found)
      minimized += 1
      #expect(result.value.layoutCase.views.count <= 3, "seed \(seed)")
      #expect(result.value.layoutCase.constraints.count <= 9, "seed \(seed)")
    }
    #expect(minimized == 5)
  }
}
