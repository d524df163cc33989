// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import LayoutGenerators
import LayoutModel
import TestSupport
import Testing

@testable import Laws

@Suite("Dialects of documents")
struct DocumentDialectTests {
  /// Returns the document of a generated case, and the case as a document has it.
  private static func document(_ draws: inout Draws) -> (meant: LayoutCase, bytes: [UInt8])? {
    let profiles = Profile.allCases
    let generator = caseGenerator(profile: profiles[draws.below(profiles.count)])
    guard let made = generator.value(seed: UInt64(draws.below(1_000_000))),
      let part = made.layoutCase.documentPart
    else { return nil }
    return (part, DocumentWriter.document(of: part).bytes)
  }

  @Test("a document in any dialect is read as the same case")
  func reading() {
    forAll(
      .drawn { draws in (Self.document(&draws), UInt64(draws.below(1_000_000))) }, count: 400,
      kinds: [
        "single quotes": 60, "references": 60, "end tags": 60, "comments": 60, "defaults": 60,
        "broken lines": 20, "marks of byte order": 5, "returns": 5,
      ]
    ) { drawn, kinds in
      guard let (meant, bytes) = drawn.0 else { return .notApplicable }
      var choices = Xoshiro256(seed: drawn.1)
      let said = DocumentDialect.said(bytes, &choices)
      let text = String(decoding: said, as: UTF8.self)
      for (kind, sign) in [
        ("single quotes", "='"), ("references", "&#"), ("end tags", "></rect>"),
        ("comments", "<!--"), ("defaults", "multiplier=\"1\""), ("broken lines", "\n    "),
        ("marks of byte order", "\u{FEFF}"), ("returns", "\r"),
      ] where text.unicodeScalars.contains(sign.unicodeScalars) {
        kinds.note(kind)
      }
      let setup = ImportSetup(direction: meant.environment.direction)
      let document = InterfaceBuilderImporter.importDocument(
        said, file: "case.xib", setup: setup, fault: nil)
      try claim(document.diagnostics.filter { $0.severity == .error }.map(\.message), is: [])
      return .when(document.scopes.first?.layoutCase == meant, else: "another case:\n\(text)")
    }
  }

  @Test("the same choices give the same document")
  func determinism() throws {
    let documents = Generator.drawn { draws in Self.document(&draws) }
    let made = (0..<20 as Range<UInt64>).lazy.compactMap { documents.value(seed: $0) ?? nil }.first
    let bytes = try #require(made?.bytes)
    var (one, other) = (Xoshiro256(seed: 5), Xoshiro256(seed: 5))
    #expect(DocumentDialect.said(bytes, &one) == DocumentDialect.said(bytes, &other))
    #expect(one == other)
  }
}
