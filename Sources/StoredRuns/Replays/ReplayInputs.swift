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
      let isFolder = try InputFiles.isFolder(operand)
      if isFolder { try Self.ensureComplete(below: operand) }
      let subject = try isFolder ? nil : Self.subject(of: operand)
      let (engines, documents) = try (
        Self.files(of: operand, subject, .engine), Self.files(of: operand, subject, .document)
      )
      self.engines += engines
      self.documents += documents
      if engines == [operand] || documents == [operand] { continue }
      do throws(CommandFailure) {
        let paths = try InputFiles.paths([operand], takesDocuments: false, takesScripts: true)
        if takesEngines, !isFolder, !InputFiles.isNamed(operand) {
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

  /// Returns the kind of a file of a finding; nil for other files.
  ///
  /// - Throws: `.badInput` when the record beside it cannot be read: without it a finding would be
  ///   run as something else.
  package static func subject(
    of file: String
  ) throws(CommandFailure) -> FindingRecord.Subject? {
    let (folder, name) = PathText.split(file)
    let subjects = FindingRecord.Subject.allCases
    guard subjects.contains(where: { [$0.fileName, $0.originalName].contains(name) }) else {
      return nil
    }
    return try record(in: folder)?.subject ?? subjects.first { $0.fileName == name }
  }

  /// Checks that no finding below a folder is damaged or lacks its case: it would be left out in
  /// silence, or run as something else.
  private static func ensureComplete(below folder: String) throws(CommandFailure) {
    for file in try InputFiles.paths(below: folder, named: "finding.json") {
      let finding = PathText.split(file).folder
      guard let name = try record(in: finding)?.subject.fileName else { continue }
      if !InputFiles.fileExists("\(finding)/\(name)") {
        throw .badInput(
          at: finding, "the finding has no \(name); fix: restore it, or remove the folder")
      }
    }
  }

  private static func record(in folder: String) throws(CommandFailure) -> FindingRecord? {
    do throws(LoadError) {
      return try FindingStore.record(in: folder)
    } catch {
      throw .badInput("\(error)")
    }
  }

  /// Returns the operand if it is a file of a finding of this kind, or all such files below it.
  private static func files(
    of operand: String, _ subject: FindingRecord.Subject?, _ wanted: FindingRecord.Subject
  ) throws(CommandFailure) -> [String] {
    guard try InputFiles.isFolder(operand) else { return subject == wanted ? [operand] : [] }
    return try InputFiles.paths(below: operand, named: wanted.fileName)
  }
}
