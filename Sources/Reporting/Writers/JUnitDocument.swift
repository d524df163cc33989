// SPDX-License-Identifier: MIT

import CorpusStore

/// A document of JUnit XML with one suite of tests.
package struct JUnitDocument: Sendable {
  /// A test with its outcome.
  package struct Test: Sendable {
    /// The outcome of a test.
    package enum Outcome: Sendable {
      case passed
      /// Not run, for a reason.
      case skipped(message: String)
      /// Failed, and accepted for a reason.
      case accepted(message: String, lines: [String])
      case failure(type: String, message: String, lines: [String])
      /// The run itself failed.
      case error(type: String, message: String)
    }

    package var classname: String
    package var name: String
    package var file: String?
    package var outcome: Outcome

    package init(classname: String, name: String, file: String? = nil, outcome: Outcome) {
      self.classname = classname
      self.name = name
      self.file = file
      self.outcome = outcome
    }
  }

  package var properties: [(name: String, value: String)] = []
  package var tests: [Test] = []
  /// The time of the run in seconds.
  package var time: String

  package init(time: String = "0") { self.time = time }

  /// The document with a line break at its end.
  package var text: String {
    var (failures, errors, skipped) = (0, 0, 0)
    for test in tests {
      switch test.outcome {
      case .passed: break
      case .skipped, .accepted: skipped += 1
      case .failure: failures += 1
      case .error: errors += 1
      }
    }
    let counts = """
      tests="\(tests.count)" failures="\(failures)" errors="\(errors)" skipped="\(skipped)"
      """
    let properties = properties.map {
      "<property name=\"\($0.name)\" value=\"\(Markup.escaped($0.value))\"/>\n"
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="layoutfuzz" \(counts) time="\(time)">
      <testsuite name="layoutfuzz" \(counts) time="\(time)">
      <properties>
      \(properties.joined())</properties>
      \(tests.map(Self.markup).joined())</testsuite>
      </testsuites>

      """
    return text + ReportMark.seal(of: text)
  }

  private static func markup(_ test: Test) -> String {
    let file = test.file.map { " file=\"\(Markup.escaped($0))\"" } ?? ""
    let start =
      "<testcase classname=\"\(Markup.escaped(test.classname))\""
      + " name=\"\(Markup.escaped(test.name))\"\(file)"
    func text(_ lines: [String]) -> String {
      lines.map(Markup.escaped).joined(separator: "\n")
    }
    switch test.outcome {
    case .passed: return "\(start)/>\n"
    case .skipped(let message):
      return "\(start)><skipped message=\"\(Markup.escaped(message))\"/></testcase>\n"
    case .accepted(let message, let lines):
      return "\(start)>\n<skipped message=\"\(Markup.escaped(message))\">\(text(lines))</skipped>"
        + "\n</testcase>\n"
    case .failure(let type, let message, let lines):
      return "\(start)>\n<failure type=\"\(Markup.escaped(type))\""
        + " message=\"\(Markup.escaped(message))\">\(text(lines))</failure>\n</testcase>\n"
    case .error(let type, let message):
      return "\(start)>\n<error type=\"\(Markup.escaped(type))\""
        + " message=\"\(Markup.escaped(message))\"/>\n</testcase>\n"
    }
  }
}
