// SPDX-License-Identifier: MIT

/// The anchor of a finding on a page of evidence.
///
/// It follows from the folder of the finding, so that other pages can link to it. It stays the same
/// as long as the finding stays in the folder.
package enum FindingAnchor {
  private static let start = "f-"
  /// The beginning of a finding on a page; no text of an input can contain it there.
  static let mark = "<section class=\"finding\" id=\""

  /// Returns `f-simplex-wrongValue-3f9a1c07~9855fdf174aba7c9` for
  /// `out/findings/simplex-wrongValue-3f9a1c07/9855fdf174aba7c9`.
  package static func name(ofFolder path: String) -> String {
    start
      + path.split(scalar: "/", omittingEmpty: true).suffix(2).map(escaped).joined(separator: "~")
  }

  /// Returns the text escaped so that different texts stay different.
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

  /// Returns the anchors of these findings, each unique on its page: of equal folders of several
  /// runs, those after the first have a number.
  static func names(_ findings: [ReportFinding]) -> [String] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      let name = name(ofFolder: finding.folder)
      let count = counts[name, default: 0] + 1
      counts[name] = count
      // No name contains these two characters together.
      return count == 1 ? name : "\(name)~~\(count)"
    }
  }
}
