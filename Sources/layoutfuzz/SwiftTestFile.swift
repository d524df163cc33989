// SPDX-License-Identifier: MIT

import LayoutModel
import Reproducers

/// A screen as a test in Swift, with what the exact oracle proved of it.
struct SwiftTestFile {
  private let proved: ProvedCase
  private let label: String

  /// - Throws: when the tool contradicts itself.
  init(_ layoutCase: LayoutCase, _ label: String) throws(CommandFailure) {
    self.label = label
    proved = try ProvedCase(layoutCase, label)
  }

  /// - Parameter found: what the head says of the finding, and what the test is called by; nil for a case of no finding.
  /// - Throws: when the exact oracle cannot tell what is right.
  func bytes(_ found: ReproducerHead?) throws(CommandFailure) -> [UInt8] {
    let record = proved.record
    guard let answer = record.answer else {
      throw .badInput("\(label): more work than the exact oracle may do")
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
    return Array(
      SwiftTestSource.text(
        record.lowered.system, SystemNames(record.lowered), expected: expected,
        title: found?.name ?? Printable.line(name), head: head
      ).utf8)
  }

  /// The label without the folders of the file.
  private var name: String {
    let file = label.prefix { $0 != ":" }
    return file.lastIndex(of: "/").map { String(label[label.index(after: $0)...]) } ?? label
  }
}
