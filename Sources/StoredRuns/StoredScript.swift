// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import JSON
import Judging
import Scripts
import ToolSupport

/// A script on disk, with its finding if it has one.
package struct StoredScript {
  package let path: String
  package let script: SolverScript
  package let finding: FindingRecord?
  /// The reason, with the place, for which the `finding.json` in its folder cannot be read; nil if
  /// it can, or does not exist.
  package let findingProblem: String?

  /// Whether it is the original script of a finding, before minimization.
  package var isOriginal: Bool { InputFiles.isOriginal(path) }

  /// Reads a script, and the finding in its folder if it belongs to it.
  ///
  /// - Throws: `.badInput` with the place in the file and the expected text.
  package static func load(_ path: String) throws(CommandFailure) -> StoredScript {
    try StoredScript(path, try InputFiles.read(path).bytes)
  }

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - bytes: its content.
  /// - Throws: `.badInput` with the place in the file and the expected text.
  init(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) {
    let script: SolverScript
    do throws(JSONError) {
      script = try SolverScript(decoding: bytes)
    } catch {
      if let other = OwnFile.mismatch(
        path, bytes, expected: [.script], need: "a file named *.script.json needs a script")
      {
        throw other
      }
      throw .badInput(path, bytes, error)
    }
    (finding, findingProblem) = Self.finding(beside: path)
    self.path = path
    self.script = script
  }

  private static func finding(beside path: String) -> (FindingRecord?, problem: String?) {
    let file = PathText.split(path).folder + "/finding.json"
    guard path.ends(with: "case.script.json") || InputFiles.isOriginal(path),
      let bytes = try? InputFiles.read(file).bytes
    else { return (nil, nil) }
    do throws(JSONError) {
      let record = try FindingRecord(decoding: bytes)
      guard record.subject == .script else {
        return (nil, "\(file): expected a finding about a script, as \(path) is one")
      }
      return (record, nil)
    } catch {
      return (nil, "\(file):\(error.location): \(error.message)")
    }
  }

  /// The session of the finding, or the healthy one for a script without a finding; nil for a
  /// finding against a program.
  package var session: SessionTarget? {
    guard let finding else { return SessionTarget() }
    return SessionTarget(named: finding.accused.name)
  }
}
