// SPDX-License-Identifier: MIT

import Display

/// A report as workflow commands that GitHub Actions shows as annotations.
///
/// GitHub shows ten annotations of a kind for each step, so the rest is counted in a notice.
package enum AnnotationReport {
  /// More findings than these are counted.
  package static let annotationsMax = 10

  /// One command a line.
  package static func text(_ report: Report) -> String {
    // What broke the harness comes first: it puts the rest in doubt.
    var lines = report.problems.map { problem in
      command(
        title: "LayoutFuzz: \(problem.kind.rawValue)", file: problem.path, problem.message)
    }
    // Known ones last: they are let be.
    let findings = report.findings.filter { !$0.isKnown } + report.findings.filter(\.isKnown)
    lines += findings.map { finding in
      command(
        finding.isKnown ? "notice" : "error",
        title: "\(finding.isKnown ? "known: " : "")\(finding.subject): \(finding.verdict)",
        file: finding.casePath,
        ([finding.sentence] + finding.history + [finding.replayCommand]).joined(separator: ". "))
    }
    let rest = lines.count - annotationsMax
    lines = Array(lines.prefix(annotationsMax))
    if rest > 0 { lines.append("::notice title=LayoutFuzz::+\(rest) more") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func command(
    _ kind: String = "error", title: String, file: String?, _ message: String
  ) -> String {
    let place = file.map { "file=\(property($0))," } ?? ""
    return "::\(kind) \(place)title=\(property(title))::\(data(message))"
  }

  /// Text for after the second pair of colons.
  ///
  /// A line break would begin a command of its own.
  static func data(_ text: String) -> String {
    ShownText.line(text).mappingScalars { $0 == "%" ? "%25" : nil }
  }

  /// Text for the value of a parameter.
  static func property(_ text: String) -> String {
    data(ShownText.line(text, upTo: 300)).mappingScalars { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }
}
