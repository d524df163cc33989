// SPDX-License-Identifier: MIT

import JSON
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Checks inputs above each limit of `ImportLimits`.
///
/// Each is refused with a sentence that names the limit and a place, even if the excess takes few
/// bytes of the file.
@Suite("The limits of inputs")
struct ImportLimitTests {
  /// A limited part of documents.
  private enum Excess: String, CaseIterable, CustomTestStringConvertible {
    case attributes, elements, views, guides, constraints, screens, texts

    var testDescription: String { rawValue }

    var limit: Int {
      switch self {
      case .attributes: return ImportLimits.attributes
      case .elements: return ImportLimits.elements
      case .views: return ImportLimits.views
      case .guides: return ImportLimits.guides
      case .constraints: return ImportLimits.constraints
      case .screens: return ImportLimits.screens
      case .texts: return ImportLimits.textBytes
      }
    }

    /// The word for the part in the refusal.
    var word: String { self == .texts ? "bytes of texts" : rawValue }

    /// Returns subviews that contain the part `count` times.
    func content(_ count: Int) -> String {
      switch self {
      case .attributes:
        return "<view" + (0..<count).map { " a\($0)=\"\"" }.joined() + "/>"
      case .elements:
        return "<x>" + String(repeating: "<a/>", count: count) + "</x>"
      case .views: return String(repeating: "<view/>", count: count)
      case .guides:
        return "<x>" + String(repeating: "<viewLayoutGuide/>", count: count) + "</x>"
      case .constraints:
        return "<x>" + String(repeating: "<constraint/>", count: count) + "</x>"
      case .screens:
        return String(repeating: "<x><view key=\"view\" id=\"v\"/></x>", count: count)
      case .texts: return "<label text=\"\(String(repeating: "m", count: count))\"/>"
      }
    }
  }

  private func refusal(_ text: String) -> Diagnostic? {
    let imported = Samples.importing(text)
    guard imported.unusableReason != nil else { return nil }
    return imported.diagnostics.first
  }

  @Test(
    "a document with too many parts is refused with the limit and a place",
    arguments: Excess.allCases)
  private func tooMany(excess: Excess) throws {
    let text = Samples.xib(subviews: excess.content(excess.limit + 1))
    let refusal = try #require(self.refusal(text))
    #expect(refusal.message.contains("more than \(excess.limit) \(excess.word)"))
    let unlimited = "an element with more"
    #expect(refusal.message.hasSuffix("which is the limit") || refusal.message.hasPrefix(unlimited))
    #expect(refusal.location?.line == 8)
  }

  @Test(
    "a document within the limit is read",
    arguments: [Excess.attributes, .screens, .texts])
  private func justAllowed(excess: Excess) {
    #expect(refusal(Samples.xib(subviews: excess.content(excess.limit - 10))) == nil)
  }

  @Test("equal signs in values, texts and comments are not counted as attributes")
  func noAttributes() {
    let signs = String(repeating: "=", count: ImportLimits.attributes + 1)
    let text =
      "<!--\(signs)--><a b=\"\(signs)\" c='\(signs)\"'>\(signs)</a><![CDATA[<a \(signs)]]>"
    #expect(refusal(Samples.xib(subviews: text)) == nil)
  }

  @Test(
    "a document with more bytes than the XML parser reads is refused for its size, not for its end")
  func tooManyBytes() throws {
    let space = String(repeating: " ", count: ImportLimits.bytes)
    let refusal = try #require(self.refusal(Samples.xib(subviews: space)))
    #expect(refusal.message.contains("more than the limit of \(ImportLimits.bytes)"))
    #expect(refusal.location == SourceLocation(line: 1, column: 1))
    let allowed = String(repeating: " ", count: ImportLimits.bytes - 2000)
    #expect(self.refusal(Samples.xib(subviews: allowed)) == nil)
  }

  // MARK: - Case files

  private func failure(_ views: String, _ rest: String = "") -> CaseFileError? {
    let text =
      "{\"layoutfuzz\": 1, \"environment\": {\"size\": [9, 9]}, \"views\": [\(views)]\(rest)}"
    do throws(CaseFileError) {
      _ = try CaseFile.decode([UInt8](text.utf8), file: "a.case.json")
      return nil
    } catch {
      return error
    }
  }

  private func list(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ",")
  }

  @Test("a case with too many views, guides or constraints is refused at the first excess one")
  func largeCases() throws {
    let root = "{\"id\": \"r\"}"
    let views = list(ImportLimits.views) { "{\"id\": \"v\($0)\", \"parent\": \"r\"}" }
    let viewFailure = try #require(failure("\(root),\(views)"))
    #expect(viewFailure.message.contains("\(ImportLimits.views) views"))
    let guides = list(ImportLimits.guides + 1) { _ in "0" }
    let guideFailure = try #require(failure(root, ", \"guides\": [\(guides)]"))
    #expect(guideFailure.message.contains("\(ImportLimits.guides) guides"))
    #expect(guideFailure.location.column > ImportLimits.guides)
    let constraints = list(ImportLimits.constraints + 1) { _ in "0" }
    let constraintFailure = try #require(failure(root, ", \"constraints\": [\(constraints)]"))
    #expect(constraintFailure.message.contains("\(ImportLimits.constraints) constraints"))
  }

  @Test("a case with too much text is refused at the view with the byte beyond the limit")
  func longTexts() throws {
    let text = String(repeating: "m", count: ImportLimits.textBytes / 2 + 1)
    let label = "\"parent\": \"r\", \"kind\": \"label\", \"text\": {\"string\": \"\(text)\"}"
    let views = "{\"id\": \"r\"}, {\"id\": \"a\", \(label)}"
    #expect(failure(views) == nil)
    let failure = try #require(self.failure(views + ",{\"id\": \"b\", \(label)}"))
    #expect(failure.message.contains("bytes of texts"))
    #expect(failure.location.column > ImportLimits.textBytes / 2)
  }

  @Test("numbers of thousands of digits are refused without reading each digit")
  func longNumbers() {
    for number in [
      String(repeating: "9", count: 5_000), "0." + String(repeating: "0", count: 5_000) + "1",
      "1e" + String(repeating: "9", count: 5_000),
      "\"1/" + String(repeating: "9", count: 5_000) + "\"",
    ] {
      let view = "{\"id\": \"r\", \"intrinsicSize\": [\(number), null]}"
      #expect(failure(view)?.message.contains("18 significant digits") == true)
    }
  }

  @Test("a JSON text with too many values is refused at the value beyond the limit")
  func manyValues() {
    do throws(JSONError) {
      _ = try JSONParser.parse([UInt8]("[1, [2], {\"a\": 3}, 4]".utf8), valuesMax: 6)
      Issue.record("accepted")
    } catch {
      #expect(error.message == "more than 6 values, which is the limit")
      #expect(error.location == SourceLocation(line: 1, column: 20))
    }
    #expect(throws: Never.self) {
      try JSONParser.parse([UInt8]("[1, [2], {\"a\": 3}, 4]".utf8), valuesMax: 7)
    }
  }

  @Test("the memory of an element and of a JSON value has not grown")
  func sizes() {
    #expect(MemoryLayout<DocumentTree.Node>.stride <= 56)
    #expect(MemoryLayout<JSON.SourceLocation>.stride == 8)
    #expect(MemoryLayout<JSONValue>.stride <= 40)
  }
}
