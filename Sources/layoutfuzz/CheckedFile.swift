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

  init(path: String, matrix: CheckMatrix) {
    self.path = path
    do throws(CommandFailure) {
      let file = try InputFiles.read(path)
      outcome =
        file.format == .layoutCase
        ? .layoutCase(try CheckedFile.screen(file, matrix))
        : try CheckedFile.document(file, matrix)
    } catch {
      outcome =
        error.code == .internalError
        ? .internalError(error.messages.joined(separator: "; ")) : .unusable(error.messages)
    }
  }

  private static func document(
    _ file: InputFiles.File, _ matrix: CheckMatrix
  ) throws(CommandFailure) -> Outcome {
    let document = InterfaceBuilderImporter.parse(file.bytes, file: file.path)
    let drawn = document.imported(for: .asDrawn)
    if let reason = drawn.unusableReason { throw LoadedCase.unusable(drawn, reason) }
    do throws(InternalError) {
      return .document(try DocumentReport(of: document, drawn: drawn, matrix: matrix))
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
