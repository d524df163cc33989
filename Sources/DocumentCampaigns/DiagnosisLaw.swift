// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis

/// A relation that the findings about a document and those about a changed one must have.
package enum DiagnosisLaw: String, Sendable, CaseIterable {
  /// A conflict disappears when a constraint whose change is named as a fix becomes optional.
  case fix
  /// A layout with left and right exchanged has the same status.
  case mirror
  /// Removing a screen changes nothing in the others.
  case otherScreens
  /// Removing a view that nothing refers to changes nothing about the others.
  case otherViews

  /// The result of trying the law.
  enum Outcome {
    /// The document has no part that the law is about.
    case notApplicable
    case holds
    /// The contradiction in one sentence without a full stop, and the rule of the findings that the
    /// law compares; nil where it compares a status.
    case broken(String, LayoutRule?)
  }

  /// Tries the law on a document.
  ///
  /// - Parameters:
  ///   - document: the elements of the document.
  ///   - screens: the diagnoses of the screens as they were drawn.
  ///   - diagnose: diagnoses the changed screens; a test gives a faulty one.
  /// - Returns: whether the law holds, is broken or does not apply.
  /// - Throws: when the tool contradicts itself on the changed document.
  func outcome(
    on document: DocumentMarkup, _ screens: DiagnosedScreens,
    by diagnose: DiagnosedScreens.Diagnose = { (screen) throws(InternalError) in
      try ScreenDiagnosis(of: screen)
    }
  ) throws(InternalError) -> Outcome {
    switch self {
    case .fix: return try fixOutcome(screens, diagnose)
    case .mirror: return try mirrorOutcome(screens, diagnose)
    case .otherScreens: return try otherScreensOutcome(document, screens, diagnose)
    case .otherViews: return try otherViewsOutcome(document, screens, diagnose)
    }
  }
}
