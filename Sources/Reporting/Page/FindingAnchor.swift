// SPDX-License-Identifier: MIT

/// What the place of a finding is called on a page of evidence: it follows from the folder of the
/// finding, so that other pages can lead there, and stays the same as long as the finding lies
/// there.
package enum FindingAnchor {
  private static let start = "f-"
  /// What a finding begins with on a page; no text of an input can say so there.
  static let mark = "<section class=\"finding\" id=\""

  /// `f-simplex-wrongValue-3f9a1c07~9855fdf174aba7c9` for
  /// `out/findings/simplex-wrongValue-3f9a1c07/9855fdf174aba7c9`.
  package static func name(ofFolder path: String) -> String {
    start
      + path.split(scalar: "/", omittingEmpty: true).suffix(2).map(escaped).joined(separator: "~")
  }

  /// Different texts stay different.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "_" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }

  /// The names on a page of these findings, each of which is there once: of equal folders of
  /// several runs, those after the first have a number.
  static func names(_ findings: [ReportFinding]) -> [String] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      let name = name(ofFolder: finding.folder)
      let count = counts[name, default: 0] + 1
      counts[name] = count
      // No name has two of these characters.
      return count == 1 ? name : "\(name)~~\(count)"
    }
  }

  /// The names that a page has: where there is no room for all findings, these are not all.
  package static func all(on page: String) -> Set<String> {
    Set(
      page.split(separator: mark, omittingEmptySubsequences: false).dropFirst().map { part in
        String(part.prefix { $0 != "\"" })
      })
  }
}
