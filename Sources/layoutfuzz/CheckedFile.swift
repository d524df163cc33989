// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import LayoutModel
import LinearModel

/// One screen of an input with its diagnosis.
struct CheckedScreen: Sendable {
  /// `Login (abc-12-xyz)` for a screen of a document; nil for a case file, which is one screen.
  let name: String?
  /// Where the screen stands in the file; nil for a case file.
  let location: SourceLocation?
  let diagnosis: CaseDiagnosis
  /// What the importer could not translate: what is said about the screen proves nothing then.
  let unsupported: [String]
}

/// An input file after `check` has looked at it.
struct CheckedFile: Sendable {
  /// What became of the file.
  enum Outcome: Sendable {
    case checked([CheckedScreen], [Diagnostic])
    /// One message a line: what is wrong with the file.
    case unusable([String])
    case internalError(String)
  }

  let path: String
  let outcome: Outcome

  init(path: String) {
    self.path = path
    do throws(CommandFailure) {
      let file = try InputFiles.read(path)
      outcome =
        file.format == .layoutCase
        ? .checked([try CheckedFile.screen(try LoadedCase.fromCaseFile(file).layoutCase)], [])
        : try CheckedFile.document(file)
    } catch {
      outcome =
        error.code == .internalError
        ? .internalError(error.messages.joined(separator: "; ")) : .unusable(error.messages)
    }
  }

  private static func document(_ file: InputFiles.File) throws(CommandFailure) -> Outcome {
    let document = InterfaceBuilderImporter.importDocument(file.bytes, file: file.path)
    if let reason = document.unusableReason { throw LoadedCase.unusable(document, reason) }
    var screens: [CheckedScreen] = []
    for scope in document.scopes { screens.append(try screen(scope.layoutCase, scope)) }
    return .checked(screens, document.diagnostics)
  }

  private static func screen(
    _ layoutCase: LayoutCase, _ scope: ImportedScope? = nil
  ) throws(CommandFailure) -> CheckedScreen {
    do throws(InternalError) {
      return CheckedScreen(
        name: scope.map(\.name), location: scope.map(\.location),
        diagnosis: try CaseDiagnosis(of: layoutCase),
        unsupported: scope?.unsupported.map(\.rawValue) ?? [])
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }
}
