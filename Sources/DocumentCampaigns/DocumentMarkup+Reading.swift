// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

extension DocumentMarkup {
  /// Reads XML.
  ///
  /// - Returns: nil for bytes that are no whole document.
  package init?(_ bytes: [UInt8]) {
    let reader = MarkupReader()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    parser.externalEntityResolvingPolicy = .never
    guard parser.parse(), !reader.elements.isEmpty else { return nil }
    elements = reader.elements
  }
}

/// The elements of a document as the parser reports them.
private final class MarkupReader: NSObject, XMLParserDelegate {
  var elements: [DocumentMarkup.Element] = []
  /// The open elements, outermost first.
  private var open: [Int] = []

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    if let parent = open.last { elements[parent].text = "" }
    let attributes = attributeDict.sorted { $0.key < $1.key }.map {
      DocumentMarkup.Attribute(name: $0.key, value: $0.value)
    }
    elements.append(
      .init(tag: elementName, depth: open.count, attributes: attributes))
    open.append(elements.count - 1)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    // Only the last element can be without children.
    guard let last = open.last, last == elements.count - 1 else { return }
    elements[last].text += string
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) {
    guard let last = open.popLast() else { return }
    if elements[last].text.allSatisfy(\.isWhitespace) { elements[last].text = "" }
  }
}
