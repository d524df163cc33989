// SPDX-License-Identifier: MIT

import Diagnosis
import TestSupport
import Testing

@testable import DocumentCampaigns

@Suite("Documents that are changed")
struct DocumentMarkupTests {
  static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17506" useAutolayout="YES" useSafeAreas="YES">
        <objects>
            <view id="v1">
                <rect key="frame" x="0.0" y="0.0" width="320" height="480"/>
                <subviews>
                    <label id="l1" text="a &amp; &quot;b&quot;"/>
                    <stackView id="s1" axis="vertical"/>
                </subviews>
                <string key="note">two
    lines</string>
            </view>
        </objects>
    </document>
    """

  /// Returns whether every element is inside of the one that its depth says.
  private func isTree(_ document: DocumentMarkup) -> Bool {
    var last = -1
    for element in document.elements {
      if element.depth > last + 1 || element.depth == 0 && last >= 0 { return false }
      last = element.depth
    }
    return last >= 0
  }

  @Test("a written document is read as the same")
  func writing() throws {
    let document = try #require(DocumentMarkup(Array(Self.sample.utf8)))
    #expect(document.elements.count == 8)
    #expect(document.elements[5]["text"] == "a & \"b\"")
    #expect(DocumentMarkup(document.bytes) == document)
  }

  @Test("subtrees, parents and children are those of the XML")
  func places() throws {
    let document = try #require(DocumentMarkup(Array(Self.sample.utf8)))
    #expect(document.subtree(at: 2) == 2..<8)
    #expect(document.parent(of: 5) == 4)
    #expect(document.parent(of: 0) == nil)
    #expect(document.children(of: 2) == [3, 4, 7])
    #expect(document.ids(inSubtreeAt: 4) == ["l1", "s1"])
  }

  @Test("an element is removed with its contents, or alone")
  func removal() throws {
    let document = try #require(DocumentMarkup(Array(Self.sample.utf8)))
    var removed = document
    removed.remove(subtreeAt: 4)
    #expect(removed.elements.map(\.tag) == ["document", "objects", "view", "rect", "string"])
    var alone = document
    alone.unwrap(at: 4)
    #expect(
      alone.children(of: 2).map { alone.elements[$0].tag } == [
        "rect", "label", "stackView", "string",
      ])
  }

  @Test("any bytes that are no document are refused", arguments: ["", "<a>", "text", "{}"])
  func refusals(text: String) {
    #expect(DocumentMarkup(Array(text.utf8)) == nil)
  }

  @Test("changed documents are trees, read as they were written, and the same for a seed")
  func changes() throws {
    let sample = try #require(DocumentMarkup(Array(Self.sample.utf8)))
    let source = DocumentSource(seed: 5, documents: [sample])
    let again = DocumentSource(seed: 5, documents: [sample])
    #expect(try source.document(0) == sample)
    var different: Set<DocumentMarkup> = []
    for index in 1..<TestLength.choose(quick: 200, full: 2000) {
      let document = try source.document(index)
      #expect(isTree(document), "case \(index)")
      #expect(DocumentMarkup(document.bytes) == document, "case \(index)")
      #expect(try again.document(index) == document, "case \(index)")
      different.insert(document)
    }
    #expect(different.count > 150)
  }

  @Test("views are embedded in new stack views, and get constraints of their own")
  func layoutChanges() throws {
    let sample = try #require(DocumentMarkup(Array(Self.sample.utf8)))
    let source = DocumentSource(seed: 7, documents: [sample])
    var (embedded, constrained) = (0, 0)
    for index in 1...100 {
      let document = try source.document(index)
      let made = document.elements.indices.filter {
        document.elements[$0]["id"].map { $0.unicodeScalars.starts(with: "cpy-".unicodeScalars) }
          ?? false
      }
      if made.contains(where: {
        document.elements[$0].tag == "stackView" && document.subtree(at: $0).count > 2
      }) {
        embedded += 1
      }
      if made.contains(where: { document.elements[$0].tag == "constraint" }) { constrained += 1 }
    }
    #expect(embedded >= 5 && constrained >= 5, "\(embedded), \(constrained)")
  }
}
