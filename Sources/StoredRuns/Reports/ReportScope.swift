// SPDX-License-Identifier: MIT

import Display
import Foundation
import Platform
import ToolSupport

/// The selection of a report: its findings, and those whose cases are solved again.
package struct ReportScope: Sendable {
  /// The night whose findings are reported; nil for all findings.
  let night: Int?
  /// The end of the time for solving; nil for no limit.
  private let deadline: UInt64?
  /// The folders whose findings are not solved again.
  private let stored: [String]

  /// - Parameters:
  ///   - night: the night whose findings are reported; nil for all findings.
  ///   - deadline: the reading of `MonotonicClock` after which no case is solved; nil for no limit.
  ///   - asStored: paths whose findings are not solved again: of a finding, of a file of it, or of
  ///     a folder of many findings.
  package init(night: Int?, deadline: UInt64?, asStored: [String]) {
    self.night = night
    self.deadline = deadline
    stored = asStored.map(Self.resolved)
  }

  /// The paths of findings that are not solved again at which nothing is.
  package var missing: [String] { stored.filter { access($0, F_OK) != 0 } }

  /// Whether the case of a finding is solved again.
  func solves(_ folder: String) -> Bool {
    if let deadline, MonotonicClock.now() >= deadline { return false }
    let folder = Self.resolved(folder)
    // A path may be that of a finding, of a file of it, or of a folder of many findings.
    return !stored.contains {
      PathText.isWithin(folder, folder: $0) || PathText.isWithin($0, folder: folder)
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
