// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import LayoutModel

/// An input file after `check` has looked at it.
struct CheckedFile: Sendable {
  /// What became of the file.
  enum Outcome: Sendable {
    case document(DocumentReport)
    case layoutCase(ScreenReport)
    /// One message a line: what is wrong with the file.
    case unusable([String])
    case internalError(String)
  }

  let path: String
  let outcome: Outcome
  /// What was asked for and changes nothing; nil when all does.
  private(set) var remark: String?

  /// - Parameter scope: the one screen of a document that is looked at; nil for all.
  init(path: String, matrix: CheckMatrix, scope: String? = nil) {
    self.path = path
    do throws(CommandFailure) {
      let file = try InputFiles.read(path)
      if file.format == .layoutCase {
        if let scope {
          throw CommandFailure.badInput("\(path): a case file has no scope '\(scope)' to choose")
        }
        outcome = .layoutCase(try CheckedFile.screen(file, matrix))
        remark = matrix.remark(onDevicesFor: nil)
      } else {
        let document = InterfaceBuilderImporter.parse(file.bytes, file: file.path)
        outcome = try CheckedFile.report(of: document, matrix, scope)
        remark = document.runtime.flatMap { matrix.remark(onDevicesFor: $0) }
      }
    } catch {
      outcome =
        error.code == .internalError
        ? .internalError(error.messages.joined(separator: "; ")) : .unusable(error.messages)
    }
  }

  private static func report(
    of document: ParsedDocument, _ matrix: CheckMatrix, _ scope: String?
  ) throws(CommandFailure) -> Outcome {
    let drawn = document.imported(for: .asDrawn)
    if let reason = drawn.unusableReason { throw LoadedCase.unusable(drawn, reason) }
    var only: SourceLocation?
    if let scope { only = try LoadedCase.screen(scope, of: drawn).location }
    do throws(InternalError) {
      return .document(
        try DocumentReport(of: document, drawn: drawn, matrix: matrix, only: only))
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }

  private static func screen(
    _ file: InputFiles.File, _ matrix: CheckMatrix
  ) throws(CommandFailure) -> ScreenReport {
    let layoutCase = try LoadedCase.fromCaseFile(file).layoutCase
    do throws(InternalError) {
      return try ScreenReport.report(of: layoutCase, file: file.path, matrix: matrix)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }
}
