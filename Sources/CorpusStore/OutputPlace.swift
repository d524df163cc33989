// SPDX-License-Identifier: MIT

import Display
import Foundation
import RegularFiles

/// The reason why a command cannot write its output to a file.
package struct OutputRefusal: Error, Sendable, Hashable {
  /// The reason with the name of the file.
  package let message: String
}

/// An output file of a command, which replaces an existing file only on request, and a page of the
/// tools always.
package struct OutputPlace: Sendable {
  private let path: String

  /// - Parameters:
  ///   - output: the path as the user gave it.
  ///   - inputs: the input files, which are never overwritten.
  ///   - force: whether another existing file may be replaced.
  /// - Throws: when the file may not be replaced.
  package init(_ output: String, inputs: [String], force: Bool) throws(OutputRefusal) {
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
    guard force || Self.isOwnPage(path, at: output) else {
      throw OutputRefusal(
        message: "'\(output)' exists; fix: replace it with --force, or give another file")
    }
  }

  /// The beginning of every page of the tools; no input has a text in it.
  package static let pageStart = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="generator" content="LayoutFuzz"/>

    """

  /// Whether a file is a page of the tools, and the name of the output is that of a page.
  private static func isOwnPage(_ path: String, at output: String) -> Bool {
    guard output.ends(with: ".html") || output.ends(with: ".htm"),
      let bytes = try? RegularFile.read(path)
    else { return false }
    return bytes.starts(with: Array(pageStart.utf8))
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

  /// Returns the existing file that a path names; nil for none.
  private static func target(of path: String) -> String? {
    realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
  }

  private static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(left, &first) == 0 && stat(right, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }
}
