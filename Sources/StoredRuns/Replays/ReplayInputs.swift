// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import ToolSupport

/// The inputs of a replay by their kind.
///
/// A folder may hold findings of all kinds, and none of them is left out in silence.
package struct ReplayInputs {
  /// Cases, and scripts for sessions and solvers.
  package private(set) var cases: [String] = []
  /// Scripts for layout engines.
  package private(set) var engines: [String] = []
  /// Documents of findings about `check` itself.
  package private(set) var documents: [String] = []

  /// - Parameters:
  ///   - operands: files, and folders that stand for all inputs below them.
  ///   - takesEngines: whether engines are given, so that a JSON file of any name may be a script
  ///     for them.
  /// - Throws: `.badInput` for a path that does not exist, and for a folder that cannot be read or
  ///   has no inputs.
  package init(_ operands: [String], takesEngines: Bool) throws(CommandFailure) {
    for operand in operands {
      let (engines, documents) = try (
        Self.files(of: operand, named: .engine), Self.files(of: operand, named: .document)
      )
      self.engines += engines
      self.documents += documents
      if engines == [operand] || documents == [operand] { continue }
      do throws(CommandFailure) {
        let paths = try InputFiles.paths([operand], takesDocuments: false, takesScripts: true)
        if takesEngines, paths == [operand], !InputFiles.isNamed(operand) {
          self.engines.append(operand)
        } else {
          cases += paths
        }
      } catch {
        // A folder with findings of the other kinds has inputs.
        if engines.isEmpty && documents.isEmpty { throw error }
      }
    }
  }

  /// Returns the file of a finding if the operand has its name, or all below a folder.
  private static func files(
    of operand: String, named subject: FindingRecord.Subject
  ) throws(CommandFailure) -> [String] {
    let name = subject.fileName
    guard try InputFiles.isFolder(operand) else {
      return PathText.split(operand).name == name ? [operand] : []
    }
    return try InputFiles.paths(below: operand, named: name)
  }
}
