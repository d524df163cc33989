// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel
import Testing

@Suite("Visual formats for layout engines")
struct EngineFormatTests {
  /// A view in another one and a guide, from right to left.
  private static let scene = EngineScene(
    EngineScript(
      size: EngineSize(width: Rational(200), height: Rational(100)), direction: .rightToLeft,
      views: [
        EngineView(id: 3), EngineView(id: 5, parent: 3), EngineView(id: 7, isGuide: true),
      ], steps: []))

  @Test("a text makes constraints in its order, with the ids that follow the first")
  func meaning() throws {
    let format = EngineFormat(
      id: 10, "|-[v5(>=20@750,v7)]-(<=m,-4@m)-[v7]|", metrics: [.init("m", Rational(9))],
      spacing: Rational(6), alignment: [.top, .centerY])
    let (first, second) = (EngineItem(5, .leading), EngineItem(7, .leading))
    #expect(
      try format.constraints(in: Self.scene) == [
        EngineConstraint(id: 10, first, .equal, EngineItem(3, .leading), constant: Rational(6)),
        EngineConstraint(
          id: 11, EngineItem(5, .width), .greaterThanOrEqual, constant: Rational(20),
          strength: Strength(750)),
        EngineConstraint(id: 12, EngineItem(5, .width), .equal, EngineItem(7, .width)),
        EngineConstraint(
          id: 13, second, .lessThanOrEqual, EngineItem(5, .trailing), constant: Rational(9)),
        EngineConstraint(
          id: 14, second, .equal, EngineItem(5, .trailing), constant: Rational(-4),
          strength: Strength(9)),
        EngineConstraint(id: 15, EngineItem(0, .trailing), .equal, EngineItem(7, .trailing)),
        EngineConstraint(id: 16, EngineItem(5, .top), .equal, EngineItem(7, .top)),
        EngineConstraint(id: 17, EngineItem(5, .centerY), .equal, EngineItem(7, .centerY)),
      ])
  }

  @Test(
    "a wrong format is a problem of the script",
    arguments: ["[v4]", "[v5", "|-[v5]", "[v5]-m-[v7]", "[v5(0.1)]", "V:|[v0]"])
  func problems(text: String) {
    let script = EngineScript(
      size: Self.scene.size, views: Self.scene.views,
      steps: [.format(EngineFormat(id: 1, text)), .frames])
    #expect(script.problem != nil)
  }

  @Test("later steps name the constraints of a format")
  func ids() {
    var script = EngineScript(
      size: Self.scene.size, views: Self.scene.views,
      steps: [.format(EngineFormat(id: 4, "V:|-3-[v3(20)]|")), .remove(5)])
    #expect(script.problem == nil)
    var scene = EngineScene(script)
    for step in script.steps { scene.apply(step) }
    #expect(scene.constraints.map(\.id) == [4, 6])
    scene.apply(.drop(view: 3))
    #expect(scene.constraints.isEmpty)
    script.steps.append(.add(EngineConstraint(id: 6, EngineItem(3, .width), .equal)))
    #expect(script.problem?.contains("was used before") == true)
  }

  @Test("exchanged items are the same constraint, a turned relation alone is not")
  func mirrored() {
    let one = EngineConstraint(
      id: 1, EngineItem(3, .left), .lessThanOrEqual, EngineItem(0, .left), constant: Rational(5))
    let other = EngineConstraint(
      id: 2, EngineItem(0, .left), .greaterThanOrEqual, EngineItem(3, .left),
      constant: Rational(-5))
    #expect(one.isSame(as: other))
    var wrong = other
    wrong.relation = .lessThanOrEqual
    #expect(!one.isSame(as: wrong))
    let judge = EngineJudge(.everything)
    #expect(judge.verdict(on: [other], [one]).failure == .wrongFormat)
    var renamed = other
    renamed.id = 1
    #expect(judge.verdict(on: [renamed], [one]) == .pass)
    wrong.id = 1
    for actual in [[], [renamed, renamed], [wrong], [renamed, other]] {
      #expect(judge.verdict(on: actual, [one]).failure == .wrongFormat)
    }
  }

  @Test("generated formats have all parts of the grammar")
  func generated() {
    let generator = EngineGenerator(.everything)
    let texts = (0..<300).flatMap { generator.script(seed: $0).formats }
    #expect(texts.count > 100)
    for part in ["|", "-(", "][", "]-[", "@", ">=", "<=", "V:", "H:", "(v", "(-", "m1"] {
      #expect(texts.contains { $0.text.contains(part) }, "no format has \(part)")
    }
    #expect(texts.contains { !$0.alignment.isEmpty } && texts.contains { $0.spacing != nil })
    #expect(texts.contains { !$0.text.contains(":") })
  }

  @Test("a format is minimized to the part that fails")
  func minimized() throws {
    let format = EngineFormat(
      id: 1, "H:|-m1-[v3(40@750)]-(>=12,20@500)-[v7]-8-|", metrics: [.init("m1", Rational(30))])
    let script = EngineScript(
      size: Self.scene.size, views: Self.scene.views, steps: [.format(format), .frames])
    #expect(script.problem == nil)
    let result = EngineMinimizer.minimize(script) { script in
      .init(fails: script.formats.contains { $0.text.contains("(>=") }, runs: 1)
    }
    let smallest = try #require(result.subject.formats.first)
    #expect(result.subject.steps.count == 1)
    #expect(smallest.text == "H:[v7(>=0)]" || smallest.text == "H:[v3]-(>=0)-[v7]")
    #expect(smallest.metrics.isEmpty && smallest.spacing == nil)
  }
}
