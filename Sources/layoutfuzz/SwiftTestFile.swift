// SPDX-License-Identifier: MIT

import CampaignEngine
import LayoutModel
import Oracles
import Reproducers

/// A screen as a test in Swift, with what the exact oracle proved of it.
struct SwiftTestFile {
  private let record: CaseRecord
  /// By number in the system; empty without a conflict.
  private let conflict: [Int]
  private let label: String

  /// - Throws: when the tool contradicts itself.
  init(_ layoutCase: LayoutCase, _ label: String) throws(CommandFailure) {
    self.label = label
    do throws(InternalError) {
      record = try CaseRunner(strategies: []).run(layoutCase)
      conflict = try record.conflict().map(\.index)
    } catch {
      throw CommandFailure(.internalError, ["\(label): \(error.message)"])
    }
  }

  /// - Throws: when the exact oracle cannot tell what is right.
  func bytes() throws(CommandFailure) -> [UInt8] {
    guard let answer = record.answer else {
      throw .badInput("\(label): more work than the exact oracle may do")
    }
    let expected =
      answer.optimum.map { optimum in
        SwiftTestSource.Expected.optimal(
          levels: optimum.levels.map(\.optimum), only: optimum.isUnique ? optimum.point : nil)
      } ?? .conflict(conflict)
    return Array(
      SwiftTestSource.text(
        record.lowered.system, SystemNames(record.lowered), expected: expected,
        title: Printable.line(label)
      ).utf8)
  }
}
