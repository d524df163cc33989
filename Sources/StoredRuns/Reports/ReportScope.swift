// SPDX-License-Identifier: MIT

import Display
import Foundation
import ToolSupport

/// The selection of a report: its findings, and those whose cases are solved again.
package struct ReportScope: Sendable {
  /// The night whose findings are reported; nil for all findings.
  let night: Int?
  /// The end of the time for solving; nil for no limit.
  private let deadline: UInt64?
  private let now: @Sendable () -> UInt64
  /// The paths of the user whose findings are not solved again.
  private let unsolved: [String]
  private let resolved: [String]

  /// - Parameters:
  ///   - night: the night whose findings are reported; nil for all findings.
  ///   - deadline: the reading of the clock after which no case is solved; nil for no limit.
  ///   - now: the clock, in nanoseconds.
  ///   - unsolved: paths whose findings are not solved again: of a finding, of a file of it, or of
  ///     a folder of many findings.
  package init(
    night: Int?, deadline: UInt64?, now: @escaping @Sendable () -> UInt64, unsolved: [String]
  ) {
    self.night = night
    self.deadline = deadline
    self.now = now
    self.unsolved = unsolved
    resolved = unsolved.map(Self.resolved)
  }

  /// The unsolved paths at which nothing is.
  package var missing: [String] { unsolved.filter(InputFiles.isMissing) }

  /// Whether the case of a finding is solved again.
  func solves(_ folder: String) -> Bool {
    if let deadline, now() >= deadline { return false }
    let folder = Self.resolved(folder)
    return !resolved.contains {
      PathText.isWithin(folder, folder: $0) || PathText.isWithin($0, folder: folder)
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
