// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis

/// The screens of a document as they were drawn, each with its diagnosis.
struct DiagnosedScreens {
  struct Screen {
    let scope: ImportedScope
    let diagnosis: ScreenDiagnosis
  }

  /// Diagnoses a screen.
  typealias Diagnose = (DiagnosedCase) throws(InternalError) -> ScreenDiagnosis

  /// The screens that the importer translates whole.
  let screens: [Screen]

  /// - Parameters:
  ///   - bytes: the document.
  ///   - diagnose: diagnoses each screen.
  /// - Throws: when the tool contradicts itself.
  init(of bytes: [UInt8], by diagnose: Diagnose) throws(InternalError) {
    let document = InterfaceBuilderImporter.parse(bytes, file: Self.file).imported()
    var screens: [Screen] = []
    for scope in document.scopes where scope.unsupported.isEmpty {
      let diagnosis = try diagnose(DiagnosedCase(scope, file: Self.file))
      screens.append(Screen(scope: scope, diagnosis: diagnosis))
    }
    self.screens = screens
  }

  /// The name of the document in messages.
  static let file = "document"

  /// The screens by their ids; nil if two have the same.
  var byID: [String: Screen]? {
    var found: [String: Screen] = [:]
    for screen in screens {
      guard found.updateValue(screen, forKey: screen.scope.id) == nil else { return nil }
    }
    return found
  }
}

extension ScreenDiagnosis {
  /// The findings that depend on their objects alone.
  ///
  /// Which constraints are named for a conflict, and which views for an open chain, depends on the
  /// search. A note about the input counts views, one finding is about all views that do not
  /// settle, and frames are only compared on screens that the editor wrote whole.
  var comparableKeys: Set<LayoutFinding.Key> {
    let others: Set<LayoutRule> = [
      .conflict, .ambiguous, .scrollContentSize, .input, .misplaced, .unsettled,
    ]
    return Set(findings.lazy.filter { !others.contains($0.rule) }.map(\.key))
  }

  /// Returns the number of conflicts none of whose constraints is among `ids`.
  func conflictCount(without ids: Set<String>) -> Int {
    findings.count { $0.rule == .conflict && ids.isDisjoint(with: $0.cause) }
  }
}
