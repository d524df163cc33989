// SPDX-License-Identifier: MIT

import Display
import Foundation
import RegularFiles

/// The reason why a command cannot write its output to a file.
package struct OutputRefusal: Error, Sendable, Hashable {
  /// The reason with the name of the file.
  package let message: String
}

/// An output file of a command, which replaces an existing file only on request, and with a report
/// an earlier report of the tools.
package struct OutputPlace: Sendable {
  private let path: String

  /// - Parameters:
  ///   - output: the path as the user gave it.
  ///   - inputs: the input files, which are never overwritten.
  ///   - force: whether another existing file may be replaced.
  ///   - isReport: whether the output is a report, which replaces an earlier one of the tools.
  /// - Throws: when the file may not be replaced.
  package init(
    _ output: String, inputs: [String], force: Bool, isReport: Bool = false
  ) throws(OutputRefusal) {
    // A link stays: its target is replaced.
    path = Self.target(of: output) ?? output
    if inputs.contains(where: { OutputPlace.isSameFile(output, $0) }) {
      throw OutputRefusal(message: "'\(output)' is the input, which is never overwritten")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw OutputRefusal(
        message: "'\(output)' is no file that could be replaced; '-' is standard output")
    }
    guard force || isReport && Self.isOwnReport(path, at: output) else {
      throw OutputRefusal(
        message: "'\(output)' exists; fix: replace it with --force, or give another file")
    }
  }

  /// Whether an existing file is a report of the tools.
  private static func isOwnReport(_ path: String, at output: String) -> Bool {
    guard let bytes = try? RegularFile.read(path) else { return false }
    return ReportMark.isReport(bytes, named: output)
  }

  /// Writes the whole file or nothing.
  package func write(_ bytes: [UInt8]) throws(WriteError) {
    AtomicFile.removeAbandoned(of: path)
    try AtomicFile.write(bytes, to: path)
  }

  /// Returns the path of an output file without links and dots; two paths of one file have the same
  /// result, before and after the file exists.
  package static func resolved(_ output: String) -> String {
    if let target = target(of: output) { return target }
    let (folder, name) = PathText.split(output)
    return target(of: folder).map { "\($0)/\(name)" } ?? output
  }

  /// Returns the existing file that a path names; nil for none, and for one whose path is not
  /// UTF-8.
  private static func target(of path: String) -> String? {
    realpath(path, nil).flatMap { resolved in
      defer { free(resolved) }
      return String(validatingCString: resolved)
    }
  }

  private static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(left, &first) == 0 && stat(right, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }
}
