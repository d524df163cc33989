// SPDX-License-Identifier: MIT

import Display

/// A report as workflow commands that GitHub Actions shows as annotations.
///
/// GitHub shows ten annotations of a kind for each step, so a notice counts the rest.
package enum AnnotationReport {
  /// The largest number of findings with annotations; further ones are counted.
  package static let annotationsMax = 10

  /// Returns one command a line.
  package static func text(_ report: Report) -> String {
    // Problems come first, since they put the findings in doubt.
    var lines = report.problems.map { problem in
      command(
        title: "LayoutFuzz: \(problem.kind.rawValue)", file: problem.path, problem.message)
    }
    // Known ones come last, since they are suppressed.
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

  /// Returns a text for the message of a command, without line breaks, which would begin another
  /// command.
  static func data(_ text: String) -> String {
    ShownText.line(text).mappingScalars { $0 == "%" ? "%25" : nil }
  }

  /// Returns a text for the value of a parameter.
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
