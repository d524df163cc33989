// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@testable import CaseFormats

@Suite("The attributes of a document's elements")
struct DocumentAttributesTests {
  private struct Change {
    let element: Int
    let name: String
    let value: String?
  }

  private static let changes = Generator.drawn { draws in
    func name(_ draws: inout Draws) -> String { "name\(draws.below(12))" }
    let given = draws.list(1...39) { draws in
      let pairs = draws.list(0...7) { (name(&$0), "\($0.below(100))") }
      return Dictionary(pairs) { _, last in last }
    }
    let changes = draws.list(0...119) { draws in
      Change(
        element: draws.below(given.count), name: name(&draws),
        value: draws.chance(3) ? nil : "\(draws.below(100))")
    }
    return (given, changes)
  }

  @Test("have the content of a dictionary after any changes")
  func model() {
    forAll(Self.changes, count: 200) { given, changes in
      var models = given
      var attributes = DocumentAttributes()
      var spans = given.map { attributes.append($0) }
      for change in changes {
        attributes.set(change.name, to: change.value, in: &spans[change.element])
        models[change.element][change.name] = change.value
      }
      for (span, model) in zip(spans, models) {
        let all = attributes.all(in: span).map { ($0.name, $0.value) }
        try claim(Set(all.map(\.0)).count == all.count, "a name is listed twice")
        try claim(Dictionary(all) { first, _ in first }, is: model)
        for number in 0..<12 {
          let name = "name\(number)"
          try claim(attributes.value(of: name, in: span), is: model[name], name)
        }
        try claim(attributes.value(of: "unknown", in: span) == nil, "a value of no attribute")
      }
      return .holds
    }
  }

  @Test("store each ASCII value once while they are read")
  func equalValues() {
    var attributes = DocumentAttributes()
    for number in 0..<10 { _ = attributes.append(["a": "x", "b": "\(number % 2)"]) }
    #expect(attributes.values.sorted() == ["0", "1", "x"])
  }

  @Test("keep canonically equal values apart", arguments: [true, false])
  func canonicallyEqualValues(isFinished: Bool) {
    // K and the Kelvin sign, and the two forms of an accent.
    let texts = ["K", "\u{212A}", "\u{E9}", "e\u{301}", "K"]
    var attributes = DocumentAttributes()
    var spans = texts.map { attributes.append(["a": isFinished ? "" : $0]) }
    if isFinished {
      attributes.finishReading()
      for index in spans.indices { attributes.set("a", to: texts[index], in: &spans[index]) }
    }
    for (span, text) in zip(spans, texts) {
      let value = attributes.value(of: "a", in: span)
      #expect(value.map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}
