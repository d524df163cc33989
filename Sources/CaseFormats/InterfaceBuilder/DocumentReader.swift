// SPDX-License-Identifier: MIT

import Foundation
import JSON

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A reader of XML bytes into a `DocumentTree`, event by event, so that nesting needs no stack.
final class DocumentReader: NSObject, XMLParserDelegate {
  /// A reason why a document could not be read.
  struct Failure: Error {
    var message: String
    var location: SourceLocation?
    /// Whether the text is damaged; otherwise the format is not supported or a limit is exceeded.
    var isDamage = true
  }

  private var tree = DocumentTree()
  /// The open elements, outermost first.
  private var open: [DocumentTree.NodeID] = []
  /// The content of the innermost open string element so far; nil outside of one.
  private var string: String?
  private var failure: Failure?
  private let text: DocumentText.Checked

  private init(_ text: DocumentText.Checked) { self.text = text }

  /// Reads a whole document.
  static func read(_ bytes: [UInt8]) throws(Failure) -> DocumentTree {
    let text: DocumentText.Checked
    do {
      text = try DocumentText.checked(bytes)
    } catch {
      let location = error.offset.map { DocumentText.location(of: $0, in: bytes) }
      throw Failure(message: error.message, location: location, isDamage: !error.isLimit)
    }
    let reader = DocumentReader(text)
    let parser = XMLParser(data: Data(text.bytes))
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    parser.shouldProcessNamespaces = false
    parser.externalEntityResolvingPolicy = .never
    let complete = parser.parse()
    if let failure = reader.failure { throw failure }
    guard complete, reader.open.isEmpty, !reader.tree.nodes.isEmpty else {
      let location = reader.location(of: parser)
      throw Failure(message: "the XML ends before its last element is closed", location: location)
    }
    reader.tree.finishReading()
    return reader.tree
  }

  private func location(of parser: XMLParser) -> SourceLocation {
    let line = max(1, parser.lineNumber)
    let column = max(1, parser.columnNumber)
    return SourceLocation(
      line: line, column: max(1, column - text.addedSpaces(before: column, inLine: line)))
  }

  private func fail(_ message: String, isDamage: Bool = true, _ parser: XMLParser) {
    guard failure == nil else { return }
    failure = Failure(message: message, location: location(of: parser), isDamage: isDamage)
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    guard failure == nil else { return }
    guard tree.nodes.count < ImportLimits.elements else {
      return fail(
        "more than \(ImportLimits.elements) elements, which is the limit", isDamage: false, parser)
    }
    guard open.count < ImportLimits.nesting else {
      return fail(
        "more than \(ImportLimits.nesting) elements inside each other, which is the limit",
        isDamage: false, parser)
    }
    let count = tree.nodes.count
    let id = tree.append(
      tag: elementName, attributes: attributeDict, parent: open.last ?? -1,
      location: count < text.elementStarts.count
        ? text.elementStarts[count] : location(of: parser))
    open.append(id)
    string = Self.stringTags.contains(elementName) ? "" : nil
  }

  private static let stringTags: Set<String> = ["string", "mutableString"]

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    string?.append(characters)
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) {
    guard failure == nil, let id = open.popLast() else { return }
    if let string {
      let isEncoded = tree.isYes("base64-UTF8", of: id)
      tree.setString(isEncoded ? Self.decoded(string) : string, of: id)
    }
    string = nil
  }

  /// Returns a text in Base64 as Interface Builder writes it, without the padding at the end,
  /// decoded; any other text stays.
  private static func decoded(_ string: String) -> String {
    let digits = string.filter { !$0.isWhitespace && $0 != "=" }
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: digits + padding),
      let text = String(bytes: data, encoding: .utf8)
    else { return string }
    return text
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    let code = (parseError as NSError).code
    let isOpen = !open.isEmpty || tree.nodes.isEmpty
    fail(Self.meaning(ofErrorCode: code, isOpen: isOpen), parser)
  }

  /// Returns the meaning of an error number of libxml2; some of them have another meaning while
  /// elements are open.
  private static func meaning(ofErrorCode code: Int, isOpen: Bool) -> String {
    switch code {
    case 4: return "the file is not XML: it does not start with an element"
    case 5 where isOpen: return "the XML ends before its last element is closed"
    case 5: return "content follows the last element of the XML"
    case 6, 7, 8: return "a reference to a character that there is not"
    case 9: return "a character that XML does not allow"
    case 22: return "a & that begins no entity; it is written &amp;"
    case 23: return "an entity that does not end with ;"
    case 26, 27: return "an entity that is not declared"
    case 31, 32, 79, 81: return "an encoding that is not known, or not kept to"
    case 33, 34, 43, 44: return "a text that is not between quotes"
    case 38: return "the character < in an attribute value"
    case 39, 40, 41: return "an attribute without a quoted value"
    case 42: return "an attribute that is given twice"
    case 45: return "a comment that is not closed with -->"
    case 46, 47: return "a processing instruction that is not closed with ?>"
    case 56, 57, 96, 109: return "an XML declaration that is not right"
    case 61: return "a document type that is not closed with >"
    case 62: return "the characters ]]> in a text"
    case 63: return "a CDATA section that is not closed with ]]>"
    case 64: return "a processing instruction with the name xml, which only begins a file"
    case 65: return "a space is missing between attributes"
    case 68: return "a name is expected"
    case 73: return "an element that is not closed with >"
    case 75: return "an = is missing after the name of an attribute"
    case 76: return "an end tag that does not match its start tag"
    case 77: return "the XML ends before its last element is closed"
    case 80: return "the characters -- in a comment"
    case 86: return "content follows the last element of the XML"
    case 110: return "a name that is too long"
    case 87, 89, 90: return "an entity that stands for itself, or for a part of an element"
    default: return "the XML is not well formed (libxml2 error \(code))"
    }
  }
}
