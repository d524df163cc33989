// SPDX-License-Identifier: MIT

import JSON

/// A program in the folder of a finding that shows the bug to the authors of the program under
/// test, with the result of running it.
package struct AuthorProgram: Sendable, Hashable {
  /// Whether a run of the program showed the bug.
  package enum Result: String, Sendable, Hashable, CaseIterable {
    case shows
    case showsNot
    case notRun
  }

  /// The format, as `convert --to` names it.
  package var format: String
  /// The name of the file; nil when it was not written.
  package var file: String?
  package var result: Result
  /// The reason why it was not run or not written, or the end of its run; nil when it shows the
  /// bug.
  package var reason: String?

  package init(format: String, file: String?, result: Result, reason: String? = nil) {
    self.format = format
    self.file = file
    self.result = result
    self.reason = reason
  }

  /// The result in words, such as `shows the bug`.
  package var words: String {
    let why = reason.map { ": \($0)" } ?? ""
    switch result {
    case .shows: return "shows the bug"
    case .showsNot: return "does not show the bug" + why
    case .notRun: return (file == nil ? "not written" : "not run") + why
    }
  }

  var json: JSONValue {
    .members([
      ("format", .string(format)), ("file", file.map { .string($0) }),
      ("result", .string(result.rawValue)), ("reason", reason.map { .string($0) }),
    ])
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a program", keys: ["format", "file", "result", "reason"])
    self.init(
      format: try reader.required("format").requiredString("a format"),
      file: try reader["file"]?.requiredName("the name of a file"),
      result: try reader.required("result").requiredCase(of: Result.self),
      reason: try reader["reason"]?.requiredString("a reason"))
  }
}
