// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The result of a strict XML reader on a text: elements by name, and all characters between tags.
package final class ParsedMarkup: NSObject, XMLParserDelegate {
  package private(set) var elements: [String: Int] = [:]
  package private(set) var attributes: [(element: String, name: String, value: String)] = []
  package private(set) var text = ""
  /// The error of the reader; nil if the text is well formed.
  package private(set) var problem: String?

  package init(_ markup: String) {
    super.init()
    let parser = XMLParser(data: Data(markup.utf8))
    parser.delegate = self
    // On Linux the reader reports success even after an error.
    if !parser.parse() || parser.parserError != nil {
      problem = "\(String(describing: parser.parserError)), line \(parser.lineNumber)"
    }
  }

  package func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?,
    qualifiedName _: String?, attributes pairs: [String: String]
  ) {
    elements[name, default: 0] += 1
    for (key, value) in pairs { attributes.append((name, key, value)) }
  }

  package func parser(_: XMLParser, foundCharacters string: String) { text += string }
}
