// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import LayoutModel
import Reporting

/// An input file after `check` has looked at it.
struct CheckedFile: Sendable {
  /// What became of the file.
  enum Outcome: Sendable {
    case document(DocumentReport)
    case layoutCase(ScreenReport)
    /// Says what is wrong with the file.
    case unusable(CommandFailure)
    case internalError(String)
  }

  let path: String
  let outcome: Outcome
  /// What a gallery shows of it; nil without a gallery, and for what cannot be used.
  private(set) var page: Gallery.File?
  /// What was asked for and changes nothing; nil when all does.
  private(set) var remark: String?

  /// - Parameters:
  ///   - scope: the one screen of a document that is looked at; nil for all.
  ///   - gallery: makes the page; nil for none.
  init(path: String, matrix: CheckMatrix, scope: String? = nil, gallery: CheckGallery? = nil) {
    self.path = path
    do throws(CommandFailure) {
      let file = try InputFiles.read(path)
      if file.format == .layoutCase {
        if let scope {
          throw CommandFailure.badInput("\(path): a case file has no scope '\(scope)' to choose")
        }
        let screen = try CheckedFile.screen(file, matrix, keepsLooks: gallery != nil)
        outcome = .layoutCase(screen)
        page = gallery?.file(path, screen)
        remark = matrix.remark(onDevicesFor: nil)
      } else {
        let document = InterfaceBuilderImporter.parse(file.bytes, file: file.path)
        let report = try CheckedFile.report(
          of: document, matrix, scope, keepsLooks: gallery != nil)
        outcome = .document(report)
        page = gallery?.file(path, report, wanted: matrix.configurations(of: document))
        remark = document.runtime.flatMap { matrix.remark(onDevicesFor: $0) }
      }
    } catch {
      outcome =
        error.code == .internalError
        ? .internalError(error.messages.joined(separator: "; ")) : .unusable(error)
    }
  }

  private static func report(
    of document: ParsedDocument, _ matrix: CheckMatrix, _ scope: String?, keepsLooks: Bool
  ) throws(CommandFailure) -> DocumentReport {
    let drawn = document.imported(for: .asDrawn)
    if let reason = drawn.unusableReason { throw LoadedCase.unusable(drawn, reason) }
    var only: SourceLocation?
    if let scope { only = try LoadedCase.screen(scope, of: drawn).location }
    do throws(InternalError) {
      return try DocumentReport(
        of: document, drawn: drawn, matrix: matrix, only: only, keepsLooks: keepsLooks)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }

  private static func screen(
    _ file: InputFiles.File, _ matrix: CheckMatrix, keepsLooks: Bool
  ) throws(CommandFailure) -> ScreenReport {
    let layoutCase = try LoadedCase.fromCaseFile(file).layoutCase
    do throws(InternalError) {
      return try ScreenReport.report(
        of: layoutCase, file: file.path, matrix: matrix, keepsLooks: keepsLooks)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }
}
