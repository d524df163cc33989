// SPDX-License-Identifier: MIT

/// A written page of evidence, from which other pages take the evidence of single findings.
///
/// The evidence of a finding can only be made where its case may be run. So a page that must not
/// run cases takes the finished markup. The page has to be one of this build, which has escaped all
/// texts of inputs.
package struct EvidencePage: Sendable {
  /// A finding on the page: its anchor and the place of its markup.
  private struct Place: Sendable {
    let anchor: String
    let range: Range<Int>
  }

  /// The name of the page, for links.
  package let name: String
  private let bytes: [UInt8]
  private let places: [Place]
  /// The anchors of the findings that another one stands for.
  private let rows: [String]

  /// - Parameters:
  ///   - text: the page as `HTMLReport` writes it; empty for no page.
  ///   - name: the path of the page for links.
  /// - Complexity: O(length of the page).
  package init(_ text: String, name: String) {
    self.name = name
    let bytes = Array(text.utf8)
    let mark = Array(FindingAnchor.mark.utf8)
    let starts = Self.positions(of: mark, in: bytes[...])
    func anchor(at start: Int) -> String {
      String(decoding: bytes[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
    places = starts.enumerated().map { index, start in
      let next = index + 1 < starts.count ? starts[index + 1] : bytes.count
      return Place(anchor: anchor(at: start + mark.count), range: start..<next)
    }
    let rowMark = Array(PageTable.rowMark.utf8)
    rows = Self.positions(of: rowMark, in: bytes[...]).map { anchor(at: $0 + rowMark.count) }
    self.bytes = bytes
  }

  /// The anchors of all findings: in the order of the page, then those that another one stands for.
  package var anchors: [String] { places.map(\.anchor) + rows }

  /// Returns the markup of a finding for another page in the same folder; nil if the page lacks it,
  /// or if it is larger than the limit.
  ///
  /// Links inside of the page of evidence lead to that page.
  package func section(_ anchor: String, bytesMax: Int) -> String? {
    guard let place = places.first(where: { $0.anchor == anchor }) else { return nil }
    let element = FindingAnchor.mark.dropFirst().prefix { $0.isLetter }
    let opening = Self.positions(of: Array("<\(element)".utf8), in: bytes[place.range])
    let closing = Array("</\(element)>".utf8)
    let closings = Self.positions(of: closing, in: bytes[place.range])
    // The end is the first closing tag before which all opened elements were closed.
    let end = closings.enumerated().first { index, position in
      opening.count { $0 < position } == index + 1
    }
    guard let end = end?.element, end + closing.count - place.range.lowerBound <= bytesMax
    else { return nil }
    let text = String(
      decoding: bytes[place.range.lowerBound..<end + closing.count], as: UTF8.self)
    return text.replacing("href=\"#", with: "href=\"\(URLText.path(name))#")
  }

  /// The style of the page in addition to that of all pages.
  package var style: String {
    let start = Self.positions(of: Array("<style>\n".utf8), in: bytes[...]).first
    let end = Self.positions(of: Array("\n</style>".utf8), in: bytes[...]).first
    guard let start, let end, start + 8 <= end else { return "" }
    let text = String(decoding: bytes[start + 8..<end], as: UTF8.self)
    return text.begins(with: PageStyle.text) ? String(text.dropFirst(PageStyle.text.count)) : ""
  }

  /// Returns the places at which the pattern begins.
  private static func positions(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> [Int] {
    guard let first = pattern.first else { return [] }
    var found: [Int] = []
    var index = bytes.startIndex
    while let start = bytes[index...].firstIndex(of: first), start + pattern.count <= bytes.endIndex
    {
      if bytes[start..<start + pattern.count].elementsEqual(pattern) { found.append(start) }
      index = start + 1
    }
    return found
  }
}
