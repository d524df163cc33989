// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import DocumentCampaigns

@Suite("Minimizing documents")
struct DocumentMinimizerTests {
  private func sample() throws -> DocumentMarkup {
    try #require(DocumentMarkup(Array(DocumentMarkupTests.sample.utf8)))
  }

  @Test("what the failure needs is left, and nothing else")
  func smallest() throws {
    let result = DocumentMinimizer.minimize(
      try sample(), isStopped: { false },
      fails: { $0.elements.contains { $0.tag == "stackView" && $0["axis"] == "vertical" } })
    #expect(result.end == .fixpoint)
    #expect(result.subject.elements.map(\.tag) == ["document", "stackView"])
    #expect(result.subject.elements.flatMap(\.attributes).map(\.name) == ["axis"])
  }

  @Test("a document that always fails shrinks to its outermost element")
  func always() throws {
    let result = DocumentMinimizer.minimize(
      try sample(), isStopped: { false }, fails: { _ in true })
    #expect(result.subject.elements.count == 1)
  }

  @Test("the number of runs is limited, and the result carries the reason of its end")
  func limit() throws {
    var runs = 0
    let result = DocumentMinimizer.minimize(
      try sample(), runsMax: 3, isStopped: { false },
      fails: { _ in
        runs += 1
        return false
      })
    #expect(runs == 3)
    #expect(result.end == .calls)
    #expect(try result.subject == sample())
  }

  @Test("for any document and need, no single removal is left that the failure survives")
  func minimality() throws {
    let source = DocumentSource(seed: 9, documents: [try sample()])
    for index in 1..<20 {
      let document = try source.document(index)
      let tags = ["label", "constraint", "stackView", "rect"].filter { tag in
        document.elements.contains { $0.tag == tag }
      }
      let fails = { (smaller: DocumentMarkup) in
        tags.allSatisfy { tag in smaller.elements.contains { $0.tag == tag } }
      }
      let result = DocumentMinimizer.minimize(document, isStopped: { false }, fails: fails)
      #expect(result.end == .fixpoint && fails(result.subject), "case \(index)")
      for place in result.subject.elements.indices.dropFirst() {
        var smaller = result.subject
        smaller.remove(subtreeAt: place)
        #expect(!fails(smaller), "case \(index)")
      }
    }
  }
}
