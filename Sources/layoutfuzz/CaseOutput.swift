// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Foundation
import LayoutModel

/// Where a command puts what it makes: a new file, or standard output.
struct CaseOutput {
  /// Nil for standard output.
  private let path: String?

  /// - Parameters:
  ///   - path: as the user gave it; nil or `-` for standard output.
  ///   - inputs: the files that it comes from, which are never overwritten.
  ///   - force: whether another file that exists may be replaced.
  /// - Throws: a usage error when the place is taken.
  init(
    _ path: String?, inputs: [String], force: Bool, command: String
  ) throws(CommandFailure) {
    guard let output = path, output != "-" else {
      self.path = nil
      return
    }
    // A link stays one: what it points to is replaced.
    self.path =
      realpath(output, nil).map { resolved in
        defer { free(resolved) }
        return String(cString: resolved)
      } ?? output
    if inputs.contains(where: { CaseOutput.isSameFile(output, $0) }) {
      throw .usage("'\(output)' is the input, which is never overwritten", seeHelpOf: command)
    }
    var status = stat()
    guard lstat(self.path ?? output, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .usage(
        "'\(output)' is no file that could be replaced; '-' is standard output",
        seeHelpOf: command)
    }
    if !force { throw .usage("'\(output)' exists; --force replaces it", seeHelpOf: command) }
  }

  init(
    _ path: String?, input: String, force: Bool, command: String
  ) throws(CommandFailure) {
    try self.init(path, inputs: [input], force: force, command: command)
  }

  /// - Throws: `.cannotWrite` with the path and the reason.
  func write(_ layoutCase: LayoutCase) throws(CommandFailure) {
    try write(CaseFile.encode(layoutCase))
  }

  /// Writes the text of a case, all or nothing.
  ///
  /// - Throws: `.cannotWrite` with the path and the reason.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let path else { return try Console.write(String(decoding: bytes, as: UTF8.self)) }
    do throws(WriteError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
  }

  private static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(left, &first) == 0 && stat(right, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }
}
