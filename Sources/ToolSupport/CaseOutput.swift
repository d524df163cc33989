// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import LayoutModel

/// The place to which a command writes its result: a new file, or standard output.
package struct CaseOutput {
  /// The file; nil for standard output.
  private let place: OutputPlace?

  /// - Parameters:
  ///   - path: as the user gave it; nil or `-` for standard output.
  ///   - inputs: the files that the command reads, which are never overwritten. Neither are the
  ///     files of a stored result.
  ///   - force: whether any other existing file may be replaced.
  ///   - isReport: whether the output is a report, which replaces an earlier one of the tools.
  ///   - isDocument: whether the output is a storyboard or xib.
  ///   - command: the subcommand whose help a usage error refers to.
  /// - Throws: a usage error when the place is taken.
  package init(
    _ path: String?, inputs: [String], force: Bool, isReport: Bool = false,
    isDocument: Bool = false, command: String
  ) throws(CommandFailure) {
    guard let output = path, output != "-" else {
      place = nil
      return
    }
    if let stored = OwnFile.stored(at: OutputPlace.resolved(output)) {
      throw .usage(
        "'\(output)' is \(stored), which is never overwritten; fix: give another file",
        seeHelpOf: command)
    }
    do throws(OutputRefusal) {
      place = try OutputPlace(output, inputs: inputs, force: force, isReport: isReport)
    } catch {
      throw .usage(error.message, seeHelpOf: command)
    }
    // Interface Builder could not open anything else.
    if InputFiles.isDocument(output), !isDocument {
      throw .usage(
        "'\(output)' has the name of a storyboard or xib, which only the document of a finding becomes",
        seeHelpOf: command)
    }
  }

  package init(
    _ path: String?, input: String, force: Bool, command: String
  ) throws(CommandFailure) {
    try self.init(path, inputs: [input], force: force, command: command)
  }

  /// - Throws: `.cannotWrite` with the path and the reason.
  package func write(_ layoutCase: LayoutCase) throws(CommandFailure) {
    try write(CaseFile.encode(layoutCase))
  }

  /// Writes the text of a case completely or not at all.
  ///
  /// - Throws: `.cannotWrite` with the path and the reason.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let place else { return try Console.write(String(decoding: bytes, as: UTF8.self)) }
    do throws(WriteError) {
      try place.write(bytes)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
  }
}
