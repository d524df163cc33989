// SPDX-License-Identifier: MIT

import Display
import Foundation
import Platform
import ToolSupport

/// The selection of a report: its findings, and those whose cases are solved again.
struct ReportScope: Sendable {
  static let syntax = [
    OptionSyntax(
      "night", value: "N", "of folders of nights only the findings that night N tells about"),
    OptionSyntax(
      "time", value: "TIME",
      "solve cases again for so long, and tell the rest as stored (default: all)"),
    OptionSyntax(
      "as-stored", value: "PATH", isRepeatable: true,
      "findings here are not solved again, as one whose case ends the program;\n"
        + "may be given more than once"),
  ]

  /// The night whose findings are reported; nil for all findings.
  var night: Int?
  /// The end of the time for solving; nil for no limit.
  private var deadline: UInt64?
  /// The folders whose findings are not solved again.
  private var stored: [String] = []

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    night = try arguments.integer("night", in: 1...999_999_999)
    deadline = try arguments.duration("time").map { MonotonicClock.now().later(by: $0) }
    stored = arguments.texts("as-stored").map(Self.resolved)
    for path in stored where access(path, F_OK) != 0 {
      Console.complain(Printable.line("--as-stored: there is no \(path)"))
    }
  }

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
