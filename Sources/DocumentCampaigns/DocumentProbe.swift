// SPDX-License-Identifier: MIT

import CaseFormats
import Checking
import Diagnosis
import Judging
import Supervision

/// One run of `check` and its relatives on a document: import, diagnosis with pictures,
/// explanations, comparison of frames, and the laws of diagnoses.
package struct DocumentProbe: Sendable {
  /// A part of the work; the raw value is its name in findings.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case check, explain, fidelity, laws

    /// The phase in which a process works on it.
    var phase: CasePhase { .strategy(Self.allCases.firstIndex(of: self) ?? 0) }

    /// The part on which a process worked; the first one if it had not begun.
    init(_ phase: CasePhase) {
      guard case .strategy(let position) = phase, Self.allCases.indices.contains(position) else {
        self = .check
        return
      }
      self = Self.allCases[position]
    }
  }

  /// A mistake of the tool on a document.
  package struct Mistake: Sendable, Hashable {
    package var part: Part
    package var verdict: FailureKind
    /// The mistake in one sentence without a full stop.
    package var sentence: String
  }

  /// The result of a run.
  package struct Result: Sendable, Hashable {
    /// Whether the document can be used at all.
    package var isUsable = false
    package var screens = 0
    /// The number of findings of `check`.
    package var findings = 0
    /// The number of findings of `check` by rule.
    package var rules: [String: Int] = [:]
    /// The laws that were tried.
    package var laws: [DiagnosisLaw] = []
    /// The first mistake; nil for a healthy run.
    package var mistake: Mistake?
  }

  private let laws: [DiagnosisLaw]

  /// - Parameter laws: the laws that are tried.
  package init(laws: [DiagnosisLaw] = DiagnosisLaw.allCases) { self.laws = laws }

  /// Runs all parts until the first mistake.
  ///
  /// - Parameter onStep: called before each part of the work that takes a while.
  package func run(_ document: DocumentMarkup, onStep: (Part) -> Void = { _ in }) -> Result {
    var result = Result()
    let bytes = document.bytes
    onStep(.check)
    let checked = CheckedDocument(bytes, file: DiagnosedScreens.file) { onStep(.check) }
    result.isUsable = checked.isUsable
    (result.screens, result.rules) = (checked.screens, checked.rules)
    result.findings = checked.rules.values.reduce(0, +)
    if let problem = checked.mistake {
      result.mistake = contradiction(problem, .check)
      return result
    }
    guard checked.isUsable else { return result }
    do throws(InternalError) {
      try explain(bytes, onStep)
    } catch {
      result.mistake = contradiction(error.message, .explain)
      return result
    }
    onStep(.fidelity)
    _ = FidelityReport.part(file: DiagnosedScreens.file, onStep: { onStep(.fidelity) }) { _ in bytes
    }
    tryLaws(on: document, bytes, &result, onStep)
    return result
  }

  private func explain(_ bytes: [UInt8], _ onStep: (Part) -> Void) throws(InternalError) {
    let document = InterfaceBuilderImporter.parse(bytes, file: DiagnosedScreens.file).imported()
    for scope in document.scopes where scope.unsupported.isEmpty {
      onStep(.explain)
      _ = try LayoutExplanation(of: DiagnosedCase(scope, file: DiagnosedScreens.file))
    }
  }

  private func tryLaws(
    on document: DocumentMarkup, _ bytes: [UInt8], _ result: inout Result,
    _ onStep: (Part) -> Void
  ) {
    onStep(.laws)
    do throws(InternalError) {
      let screens = try DiagnosedScreens(of: bytes) { onStep(.laws) }
      for law in laws {
        onStep(.laws)
        switch try law.outcome(on: document, screens) {
        case .notApplicable: break
        case .holds: result.laws.append(law)
        case .broken(let sentence):
          result.laws.append(law)
          result.mistake = Mistake(
            part: .laws, verdict: .lawBroken(law.rawValue), sentence: sentence)
          return
        }
      }
    } catch {
      result.mistake = contradiction(error.message, .laws)
    }
  }

  private func contradiction(_ message: String, _ part: Part) -> Mistake {
    Mistake(part: part, verdict: .contradiction, sentence: message)
  }
}
