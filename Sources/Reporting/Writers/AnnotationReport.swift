// SPDX-License-Identifier: MIT

import Display

/// A report as workflow commands that GitHub Actions shows as annotations.
///
/// GitHub shows ten annotations of a kind for each step, so a notice counts the rest.
package enum AnnotationReport {
  /// The largest number of findings with annotations; further ones are counted.
  package static let annotationsMax = 10

  /// An annotation of a file.
  package struct Annotation: Sendable {
    /// The severity, as `error`.
    package var kind: String
    package var title: String
    /// The relative path of the file.
    package var file: String?
    package var line: Int?
    package var column: Int?
    package var message: String

    package init(kind: String, title: String, file: String?, message: String) {
      self.kind = kind
      self.title = title
      self.file = file
      self.message = message
    }
  }

  /// Returns one command a line.
  package static func text(_ report: Report) -> String {
    // Problems come first, since they put the findings in doubt.
    var annotations = report.problems.map { problem in
      Annotation(
        kind: "error", title: "LayoutFuzz: \(problem.kind.rawValue)", file: problem.path,
        message: problem.message)
    }
    // Known and fixed ones come last, since they fail nothing.
    let listed = report.listed
    let findings =
      listed.filter(\.stateStart.isEmpty) + listed.filter { !$0.stateStart.isEmpty }
    annotations += findings.map { finding in
      Annotation(
        kind: finding.stateStart.isEmpty ? "error" : "notice",
        title: "\(finding.stateStart)\(finding.subject): \(finding.verdict)",
        file: finding.casePath,
        message: ([finding.sentence] + finding.history + [finding.replayCommand])
          .joined(separator: ". "))
    }
    return text(annotations)
  }

  /// Returns the commands of the first annotations, and the numbers of the others by kind.
  package static func text(_ annotations: [Annotation]) -> String {
    var lines = annotations.prefix(annotationsMax).map(command)
    let rest = annotations.dropFirst(lines.count)
    if !rest.isEmpty {
      let counts = ["error", "warning", "notice"].compactMap { kind -> String? in
        let count = rest.count { $0.kind == kind }
        return count == 0 ? nil : ShownNumber.counted(count, kind)
      }
      lines.append(
        "::notice title=LayoutFuzz::+\(rest.count) more: \(counts.joined(separator: ", "))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func command(_ annotation: Annotation) -> String {
    var place = annotation.file.map { "file=\(property($0))," } ?? ""
    if let line = annotation.line { place += "line=\(line)," }
    if let column = annotation.column { place += "col=\(column)," }
    return "::\(annotation.kind) \(place)title=\(property(annotation.title))"
      + "::\(data(annotation.message))"
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
