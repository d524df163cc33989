// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import JSON
import LayoutModel
import Reporting
import ToolSupport

/// The result of `check` for an input file, as a value that another process can send (see
/// `CheckedFile+JSON.swift`).
///
/// It contains all data for texts, JSON, baselines and galleries.
package struct CheckedFile: Sendable {
  /// The outcome of checking the file.
  enum Outcome: Sendable {
    /// Findings about the document itself, and its screens; a case file is one screen.
    case checked(problems: [CheckReport.Finding], screens: [CheckedScreen])
    /// The file cannot be used, for this reason.
    case unusable(CommandFailure)
    /// The tool failed on the file.
    case failed(CheckReport.Finding)
  }

  let path: String
  var outcome: Outcome
  /// The finding about an unusable file that is damaged; nil for another one.
  var damage: CheckReport.Finding?
  /// The pictures of each screen; nil without a gallery, and for an unusable file.
  var pictures: [ScreenPictures]?
  /// A remark about requested options without effect; nil when all have an effect.
  var remark: String?
}

/// The result of `check` for a screen of a file.
package struct CheckedScreen: Sendable {
  /// The id, or the name where there is none; empty for a case file.
  let key: String
  let name: String?
  /// The parts that could not be translated, so that nothing is reported about the screen; empty
  /// otherwise.
  let unsupported: [String]
  let configurations: Int
  let undecided: Int
  /// The number of configurations whose constraints contradict each other, so that not all rules
  /// are judged.
  let conflicting: Int
  let findings: [CheckReport.Finding]
}

extension CheckedFile {
  /// Checks a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - matrix: the configurations.
  ///   - rules: the rules whose findings count.
  ///   - scope: the one screen of a document that is checked; nil for all.
  ///   - gallery: draws the pictures; nil for none.
  ///   - onStep: called before each part of the work that takes a while.
  init(
    path: String, matrix: CheckMatrix, rules: Set<LayoutRule>,
    scope: String? = nil, gallery: CheckGallery? = nil, onStep: () -> Void = {}
  ) {
    let file: InputFiles.File
    do throws(CommandFailure) {
      file = try InputFiles.read(path)
    } catch {
      self.init(path: path, outcome: .unusable(error))
      if rules.contains(.unreadable), InputFiles.isWrittenOut(path) {
        let state = "its name is not UTF-8"
        damage = .damaged(
          Diagnostic(severity: .error, file: path, location: nil, message: state), path)
      }
      return
    }
    self.init(
      consume file, matrix: matrix, rules: rules, scope: scope, gallery: gallery, onStep: onStep)
  }

  /// Checks the content of a file.
  ///
  /// The bytes of a document are released once it is parsed, before its screens need memory.
  init(
    _ file: consuming InputFiles.File, matrix: CheckMatrix, rules: Set<LayoutRule>,
    scope: String? = nil, gallery: CheckGallery? = nil, onStep: () -> Void = {}
  ) {
    if file.format == .layoutCase {
      self.init(
        caseFile: file, matrix: matrix, rules: rules, scope: scope, gallery: gallery,
        onStep: onStep)
    } else {
      let path = file.path
      onStep()
      let document = InterfaceBuilderImporter.parse((consume file).bytes, file: path)
      self.init(
        document, of: path, matrix: matrix, rules: rules, scope: scope, gallery: gallery,
        onStep: onStep)
    }
  }

  private init(
    caseFile file: InputFiles.File, matrix: CheckMatrix, rules: Set<LayoutRule>, scope: String?,
    gallery: CheckGallery?, onStep: () -> Void
  ) {
    let path = file.path
    do throws(CommandFailure) {
      if let scope {
        throw CommandFailure.badInput(at: path, "a case file has no scope '\(scope)' to choose")
      }
      var screen = try CheckedFile.screen(file, matrix, keepsLooks: gallery != nil, onStep)
      screen.keep(rules)
      self.init(
        path: path,
        outcome: .checked(
          problems: [], screens: [CheckedScreen(screen, file: path, caseSize: matrix.caseSize)]))
      pictures = gallery.map { [$0.pictures(screen, [.own], onStep)] }
      remark = matrix.remark(onDevicesFor: nil)
    } catch {
      self.init(path: path, error, damage: LoadedCase.damage(of: file), rules: rules)
    }
  }

  private init(
    _ document: ParsedDocument, of path: String, matrix: CheckMatrix, rules: Set<LayoutRule>,
    scope: String?, gallery: CheckGallery?, onStep: () -> Void
  ) {
    do throws(CommandFailure) {
      var report = try CheckedFile.report(
        of: document, matrix, scope, keepsLooks: gallery != nil, onStep)
      report.keep(rules)
      self.init(
        path: path,
        outcome: .checked(
          problems: report.problems.map {
            CheckReport.Finding($0, of: path, report.configurations)
          },
          screens: report.screens.map {
            CheckedScreen($0, file: path, caseSize: matrix.caseSize)
          }))
      pictures = gallery?.pictures(report, wanted: matrix.configurations(of: document), onStep)
      remark = document.runtime.flatMap { matrix.remark(onDevicesFor: $0) }
    } catch {
      self.init(path: path, error, damage: document.damage, rules: rules)
    }
  }

  /// The result of a file whose check failed; damage is a finding if that is why.
  private init(
    path: String, _ failure: CommandFailure, damage: @autoclosure () -> Diagnostic?,
    rules: Set<LayoutRule>
  ) {
    if failure.code == .internalError {
      self.init(path: path, outcome: .failed(.contradiction(failure.messages, in: path)))
    } else {
      self.init(path: path, outcome: .unusable(failure))
      if rules.contains(.unreadable), let damage = damage() {
        self.damage = .damaged(damage, path)
      }
    }
  }

  private static func report(
    of document: ParsedDocument, _ matrix: CheckMatrix, _ scope: String?, keepsLooks: Bool,
    _ onStep: () -> Void
  ) throws(CommandFailure) -> DocumentReport {
    onStep()
    let screens = try CheckedFile.screens(of: document, scope, keepsLooks: keepsLooks)
    do throws(InternalError) {
      return try DocumentReport(of: document, screens: screens, matrix: matrix, onStep: onStep)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }

  private static func screens(
    of document: ParsedDocument, _ scope: String?, keepsLooks: Bool
  ) throws(CommandFailure) -> [ScreenReport] {
    let drawn = document.imported(for: .asDrawn)
    if let reason = drawn.unusableReason { throw LoadedCase.unusable(drawn, reason) }
    var only: SourceLocation?
    if let scope { only = try LoadedCase.screen(scope, of: drawn).location }
    return ScreenReport.screens(of: drawn, only: only, keepsLooks: keepsLooks)
  }

  private static func screen(
    _ file: InputFiles.File, _ matrix: CheckMatrix, keepsLooks: Bool, _ onStep: () -> Void
  ) throws(CommandFailure) -> ScreenReport {
    onStep()
    let layoutCase = try LoadedCase.fromCaseFile(file).layoutCase
    do throws(InternalError) {
      return try ScreenReport.report(
        of: layoutCase, file: file.path, matrix: matrix, keepsLooks: keepsLooks, onStep: onStep)
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }
}

extension CheckedScreen {
  fileprivate init(_ screen: ScreenReport, file: String, caseSize: LayoutSize?) {
    key = screen.id ?? screen.name ?? ""
    name = screen.name
    unsupported = screen.unsupported
    configurations = screen.configurations
    undecided = screen.undecided
    conflicting = screen.conflicting
    findings = screen.findings.map {
      CheckReport.Finding($0, of: screen, file: file, caseSize: caseSize)
    }
  }
}
