// SPDX-License-Identifier: MIT

import Choices
import JSON
import TestSupport
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Checks that the importer reports broken, hostile and absurd input, and never traps or hangs.
@Suite("The Interface Builder importer on bad input")
struct InterfaceBuilderBadInputTests {
  private static let small = Samples.xib(
    subviews: Samples.label("bbb-bb-bbb"),
    constraints: """
      <constraint firstItem="bbb-bb-bbb" firstAttribute="top" secondItem="saf-ea-rea" \
      secondAttribute="top" constant="10" id="ccc-cc-cc1"/>
      """)

  /// Returns the imported text, and a property that the result lacks.
  private static func imported(_ bytes: [UInt8]) -> (ImportedDocument, problem: String?) {
    let imported = InterfaceBuilderImporter.importDocument(bytes, file: "bad.xib")
    if imported.unusableReason != nil {
      if !imported.scopes.isEmpty { return (imported, "scopes of an unusable document") }
      let hasError = imported.diagnostics.contains { $0.severity == .error }
      if !hasError { return (imported, "an unusable document without an error") }
    }
    let errors = imported.scopes.flatMap { $0.layoutCase.validate() }
    return (imported, errors.isEmpty ? nil : "\(errors)")
  }

  /// Imports the text and checks the properties of every result.
  @discardableResult
  private func checked(_ bytes: [UInt8], _ what: String) -> ImportedDocument {
    let (imported, problem) = Self.imported(bytes)
    #expect(problem == nil, "\(what)")
    return imported
  }

  @Test("a document cut at any byte is refused with a place") func truncation() {
    let bytes = [UInt8](Self.small.utf8)
    for count in 1..<bytes.count {
      let imported = checked(Array(bytes.prefix(count)), "first \(count) bytes")
      #expect(imported.unusableReason != nil, "first \(count) bytes")
      #expect(imported.diagnostics.first?.location != nil, "first \(count) bytes")
    }
    #expect(checked(bytes, "whole").unusableReason == nil)
  }

  @Test(
    "real documents cut at every 997th byte are refused",
    .enabled(if: RealDocuments.arePresent, RealDocuments.comment))
  func realTruncation() {
    for document in RealDocuments.files.filter({ $0.bytes.count > 20_000 }).prefix(3) {
      for count in stride(from: 997, to: document.bytes.count - 16, by: 997) {
        let what = "\(document.name), first \(count) bytes"
        #expect(checked(Array(document.bytes.prefix(count)), what).unusableReason != nil, "\(what)")
      }
    }
  }

  @Test("random mutations give an error or valid cases") func mutations() {
    let mutated = Generator.drawn { draws in
      var mutated = [UInt8](Self.small.utf8)
      for _ in 0...draws.below(4) {
        let at = draws.below(mutated.count)
        switch draws.below(4) {
        // Digits and quotes are where a document stays well formed and changes its meaning.
        case 0: mutated[at] = UInt8(ascii: "0") + UInt8(draws.below(10))
        case 1: mutated[at] = UInt8(draws.below(256))
        case 2: mutated.remove(at: at)
        default: mutated.insert(UInt8(draws.below(256)), at: at)
        }
      }
      return mutated
    }
    forAll(mutated, count: 2_500, quick: 2_500) { Self.outcome($0) }
  }

  @Test("swapped attribute values give an error or valid cases")
  func swappedValues() {
    let swapped = Generator.drawn { draws in
      var parts = Self.small.split(separator: "\"", omittingEmptySubsequences: false)
      // Parts with odd indices are the attribute values.
      let values = parts.count / 2
      for _ in 0..<3 { parts.swapAt(1 + 2 * draws.below(values), 1 + 2 * draws.below(values)) }
      return [UInt8](parts.joined(separator: "\"").utf8)
    }
    forAll(swapped, count: 1_500) { Self.outcome($0) }
  }

  private static func outcome(_ bytes: [UInt8]) -> PropertyOutcome {
    guard let problem = imported(bytes).problem else { return .holds }
    return .fails("\(problem):\n\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test("declarations of entities and document types are refused before they are read")
  func entityBomb() {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>
      <document>&b;</document>
      """
    let imported = checked([UInt8](bomb.utf8), "bomb")
    #expect(imported.unusableReason?.contains("entity declaration") == true)
    #expect(imported.diagnostics.first?.location == SourceLocation(line: 2, column: 1))
    let file = "<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><document/>"
    #expect(checked([UInt8](file.utf8), "file").unusableReason != nil)
    let comment = Self.small.replacing("<objects>", with: "<objects><!-- <!DOCTYPE x> -->")
    #expect(checked([UInt8](comment.utf8), "comment").unusableReason == nil)
  }

  @Test(
    "processing instructions are ignored, with and without a text",
    arguments: ["<?a?>", "<?a ?>", "<?a b?>", "<?\u{E9}?>", "<?a\n?>"])
  func instructions(instruction: String) throws {
    let plain = checked([UInt8](Self.small.utf8), "plain")
    for place in ["<document ", "<objects>", "</document>"] {
      let file = Self.small.replacing(place, with: "\(instruction)\(place)\(instruction)")
        .replacing("<document \(instruction)", with: "<document ")
      let imported = checked([UInt8](file.utf8), "\(instruction) at \(place)")
      #expect(imported.unusableReason == nil)
      let isSame = imported.scopes.map(\.layoutCase) == plain.scopes.map(\.layoutCase)
      #expect(isSame, "\(instruction) at \(place)")
    }
    // Broken ones: without a name, without an end, or inside a tag.
    for broken in ["<??>", "<?>", "<?", "<?a", "<x <?a?>", "<?a:b?>", "<?xml?>"] {
      let file = Self.small.replacing("<objects>", with: "<objects>\(broken)")
      #expect(checked([UInt8](file.utf8), broken).unusableReason != nil, "\(broken)")
      #expect(checked([UInt8](broken.utf8), broken).unusableReason != nil, "\(broken)")
    }
  }

  @Test(
    "errors of the XML are described in words",
    arguments: [
      ("&#x;", "a character that XML does not allow"), ("a & b", "a name is expected"),
      ("&amp", "an entity that does not end with ;"), ("]]>", "the characters ]]> in a text"),
      ("<!-- a", "a comment that is not closed"), ("<!-- a -- b -->", "the characters -- in"),
      ("<![CDATA[a", "the XML ends before"), ("<a b/>", "without a quoted value"),
      ("<a b=c/>", "without a quoted value"), ("<a b='&lt' c=''/>", "does not end with ;"),
      ("<?xml version='1.0'?>", "only begins a file"), ("<?a b", "that is not closed with ?>"),
    ])
  func words(text: String, words: String) {
    let file = Self.small.replacing("<objects>", with: "<objects>\(text)")
    let imported = checked([UInt8](file.utf8), text)
    #expect(imported.unusableReason != nil)
    let message = imported.diagnostics.first?.message ?? ""
    #expect(message.contains(words) && !message.contains("libxml2"), "\(text): \(message)")
  }

  @Test("a place behind processing instructions is its place in the file")
  func placesBehindInstructions() {
    func place(_ file: String) -> JSON.SourceLocation? {
      checked([UInt8](file.utf8), file).diagnostics.first?.location
    }
    let broken = "<document>\n<a></b></document>"
    #expect(place(broken) == place("<?a?><?b?>" + broken))
    let shifted = place("<document>\n<?a?><?b?><a></b></document>")
    let spaced = place("<document>\n          <a></b></document>")
    #expect(shifted == spaced && shifted?.line == 2)
  }

  @Test("other encodings and bytes that are not text are refused")
  func encodings() {
    let utf16: [UInt8] =
      [0xFF, 0xFE] + Self.small.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(checked(utf16, "UTF-16").unusableReason?.contains("UTF-16") == true)
    #expect(
      checked(Array(utf16.dropFirst(2)), "no mark").unusableReason?.contains("UTF-16") == true)
    let latin = Self.small.replacing("UTF-8", with: "ISO-8859-1")
    #expect(checked([UInt8](latin.utf8), "Latin").unusableReason?.contains("ISO-8859-1") == true)
    #expect(checked([], "empty").unusableReason?.contains("empty") == true)
    #expect(checked([0], "NUL").unusableReason != nil)
    #expect(checked([UInt8](Self.small.utf8) + [0], "NUL at the end").unusableReason != nil)
    #expect(
      checked([0x3C, 0xC0, 0x80, 0x3E], "overlong").unusableReason?.contains("UTF-8") == true)
    #expect(checked([UInt8]("hello".utf8), "prose").unusableReason != nil)
    #expect(checked([UInt8]("{\"views\":[]}".utf8), "JSON").unusableReason != nil)
    #expect(
      checked([UInt8]("<plist/>".utf8), "other XML").unusableReason?.contains("plist") == true)
    let marked = [0xEF, 0xBB, 0xBF] + [UInt8](Self.small.utf8)
    #expect(checked(marked, "UTF-8 with a mark").unusableReason == nil)
  }

  @Test("a file beyond the size limit is refused unread")
  func hugeFile() {
    let bytes = [UInt8](repeating: 0x20, count: ImportLimits.bytes + 1)
    #expect(checked(bytes, "huge").unusableReason?.contains("limit") == true)
  }

  @Test("a number that is not finite removes its constraint, not the document")
  func absurdNumbers() throws {
    for number in ["1e400", "nan", "-inf", "", "0x1p3", "1e", "--1", "1,5"] {
      let text = Self.small.replacing("constant=\"10\"", with: "constant=\"\(number)\"")
      let imported = checked([UInt8](text.utf8), number)
      let scope = try #require(imported.scopes.first)
      #expect(scope.layoutCase.constraints.isEmpty, "\(number)")
      #expect(imported.diagnostics.count == 1, "\(number)")
    }
  }

  @Test("a root or a view without a usable frame is left out or not compared")
  func absurdFrames() throws {
    for number in ["nan", "1e400", "-375", ""] {
      let root = Self.small.replacing("width=\"375\"", with: "width=\"\(number)\"")
      #expect(checked([UInt8](root.utf8), "root \(number)").scopes.isEmpty)
    }
    let text = Self.small.replacing("width=\"100\"", with: "width=\"nan\"")
    let scope = try #require(checked([UInt8](text.utf8), "label").scopes.first)
    #expect(scope.layoutCase.views[1].recordedFrame == nil)
    #expect(scope.origins[1].skipReason == .noFrame)
  }
}
