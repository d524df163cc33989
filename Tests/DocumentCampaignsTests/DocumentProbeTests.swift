// SPDX-License-Identifier: MIT

import Judging
import TestSupport
import Testing

@testable import DocumentCampaigns

@Suite("Check and its relatives on documents")
struct DocumentProbeTests {
  /// A stack view whose conflict includes a guide that the stack view makes.
  private static let stackConflict = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17506" useAutolayout="YES">
    <objects><view id="root"><rect key="frame" x="0" y="0" width="320" height="480"/><subviews>
    <stackView id="s" axis="vertical" alignment="center" translatesAutoresizingMaskIntoConstraints="NO">
    <subviews><view id="a" translatesAutoresizingMaskIntoConstraints="NO"><constraints>
    <constraint firstAttribute="height" constant="76" id="ah"/></constraints></view>
    <view id="b" translatesAutoresizingMaskIntoConstraints="NO"><constraints>
    <constraint firstAttribute="height" constant="76" id="bh"/></constraints></view></subviews>
    <constraints><constraint firstAttribute="height" constant="50" id="sh"/></constraints>
    </stackView></subviews></view></objects></document>
    """

  private func document(_ text: String) throws -> DocumentMarkup {
    try #require(DocumentMarkup(Array(text.utf8)))
  }

  @Test("a healthy run counts screens and findings, and tries the laws")
  func healthy() throws {
    let result = DocumentProbe().run(try document(Self.stackConflict))
    #expect(result.isUsable && result.screens == 1 && result.mistake == nil)
    #expect(result.rules["conflict"] == 1)
    #expect(result.laws.contains(.fix) || result.laws.contains(.mirror))
  }

  @Test("a document that is refused is no mistake")
  func refused() throws {
    let result = DocumentProbe().run(try document("<document/>"))
    #expect(!result.isUsable && result.mistake == nil && result.screens == 0)
  }

  @Test("each part is announced before its work, in order")
  func parts() throws {
    var parts: [DocumentProbe.Part] = []
    _ = DocumentProbe().run(try document(Self.stackConflict)) { part in
      if parts.last != part { parts.append(part) }
    }
    #expect(parts == [.check, .explain, .fidelity, .laws])
  }

  @Test("generated documents have no mistake")
  func generated() throws {
    let source = DocumentSource(seed: 3, documents: [])
    var laws: Set<DiagnosisLaw> = []
    for index in 0..<TestLength.choose(quick: 16, full: 400) {
      let document = try source.document(index)
      let result = DocumentProbe().run(document)
      #expect(
        result.mistake == nil,
        "case \(index): \(String(decoding: document.bytes, as: UTF8.self))")
      laws.formUnion(result.laws)
    }
    #expect(laws.isSuperset(of: [.mirror, .otherViews]))
  }
}
