// SPDX-License-Identifier: MIT

import Choices
import Testing

@testable import CaseFormats

@Suite("The attributes of a document's elements")
struct DocumentAttributesTests {
  @Test("have the content of a dictionary after any changes", arguments: 1...40)
  func model(seed: Int) {
    var random = Xoshiro256(seed: UInt64(seed))
    func name() -> String { "name\(random.next() % 12)" }
    var attributes = DocumentAttributes()
    var spans: [DocumentAttributes.Span] = []
    var models: [[String: String]] = []
    for _ in 0..<20 {
      var given: [String: String] = [:]
      for _ in 0..<random.next() % 8 { given[name()] = "\(random.next() % 100)" }
      spans.append(attributes.append(given))
      models.append(given)
    }
    for _ in 0..<60 {
      let element = Int(random.next() % 20)
      let changed = name()
      let value = random.next() % 3 == 0 ? nil : "\(random.next() % 100)"
      attributes.set(changed, to: value, in: &spans[element])
      models[element][changed] = value
    }
    for (span, model) in zip(spans, models) {
      let all = attributes.all(in: span)
      #expect(Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) }) == model)
      for number in 0..<12 {
        #expect(attributes.value(of: "name\(number)", in: span) == model["name\(number)"])
      }
      #expect(attributes.value(of: "unknown", in: span) == nil)
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
