// SPDX-License-Identifier: MIT

import Display
import LayoutModel
import Oracles
import Reproducers
import ToolSupport

/// A screen as a test in Swift, with its exactly proved answer.
package struct SwiftTestFile {
  private let proved: ProvedCase
  private let label: String

  /// Solves a screen exactly.
  ///
  /// - Throws: when the tool contradicts itself.
  package init(_ layoutCase: LayoutCase, _ label: String) throws(CommandFailure) {
    self.label = label
    proved = try ProvedCase(layoutCase, label)
  }

  /// Returns the source of the test.
  ///
  /// `found` is the finding in the head and name of the test; nil for a case without one.
  ///
  /// - Throws: when the exact oracle gives up.
  package func bytes(_ found: ReproducerHead?) throws(CommandFailure) -> [UInt8] {
    let record = proved.record
    guard let answer = record.answer else {
      throw .badInput(at: label, "\(OracleLimit.standard.sentence)")
    }
    let expected =
      answer.optimum.map { optimum in
        SwiftTestSource.Expected.optimal(
          levels: optimum.levels.map(\.optimum), only: optimum.isUnique ? optimum.point : nil)
      } ?? .conflict(proved.conflict)
    var head: [String] = []
    if let found {
      head =
        [label] + found.lines + [
          "This tests the solver session of the package, not \(found.accused): it passes while the"
            + " session is right on this case."
        ]
    }
    do throws(SourceRefusal) {
      return Array(
        try SwiftTestSource.text(
          record.lowered.system, SystemNames(record.lowered), expected: expected,
          title: found?.name ?? Printable.line(name), head: head
        ).utf8)
    } catch {
      throw .badInput(at: label, "\(error.sentence)")
    }
  }

  /// The label without the folders of the file.
  private var name: String {
    let parts = label.split(scalar: ":", maxSplits: 1)
    return ([PathText.split(parts[0]).name] + parts.dropFirst()).joined(separator: ":")
  }
}
