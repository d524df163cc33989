// SPDX-License-Identifier: MIT

import CaseFormats
import Checking
import Diagnosis
import Judging
import Oracles
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
    /// The rule of the findings that a broken law compares; empty for other mistakes.
    package var rule = ""
  }

  /// The result of a run.
  package struct Result: Sendable, Hashable {
    /// Whether the document can be used at all.
    package var isUsable = false
    package var screens = 0
    /// The number of findings of `check` by rule.
    package var rules: [String: Int] = [:]
    /// The laws that were tried.
    package var laws: [DiagnosisLaw] = []
    /// The first mistake; nil for a healthy run.
    package var mistake: Mistake?

    /// The number of findings of `check`.
    package var findings: Int { rules.values.reduce(0, +) }
  }

  private let laws: [DiagnosisLaw]

  /// - Parameter laws: the laws that are tried.
  package init(laws: [DiagnosisLaw] = DiagnosisLaw.allCases) { self.laws = laws }

  /// Runs all parts until the first mistake.
  ///
  /// `onStep` is called before each part of the work that takes a while.
  package func run(_ document: DocumentMarkup, onStep: (Part) -> Void = { _ in }) -> Result {
    var result = Result()
    let bytes = document.bytes
    onStep(.check)
    let checked = CheckedDocument(bytes, file: DiagnosedScreens.file) { onStep(.check) }
    result.isUsable = checked.isUsable
    (result.screens, result.rules) = (checked.screens, checked.rules)
    if let problem = checked.mistake {
      result.mistake = contradiction(problem, .check)
      return result
    }
    guard checked.isUsable else { return result }
    let screens: DiagnosedScreens
    do throws(InternalError) {
      screens = try DiagnosedScreens(of: bytes) { (diagnosed) throws(InternalError) in
        onStep(.explain)
        return try LayoutExplanation(of: diagnosed).diagnosis
      }
    } catch {
      result.mistake = contradiction(error.message, .explain)
      return result
    }
    onStep(.fidelity)
    _ = FidelityReport.part(file: DiagnosedScreens.file, onStep: { onStep(.fidelity) }) { _ in bytes
    }
    tryLaws(on: document, screens, &result, onStep)
    return result
  }

  private func tryLaws(
    on document: DocumentMarkup, _ screens: DiagnosedScreens, _ result: inout Result,
    _ onStep: (Part) -> Void
  ) {
    for law in laws {
      onStep(.laws)
      do throws(InternalError) {
        switch try law.outcome(on: document, screens) {
        case .notApplicable: break
        case .holds: result.laws.append(law)
        case .broken(let sentence, let rule):
          result.laws.append(law)
          result.mistake = Mistake(
            part: .laws, verdict: .lawBroken(law.rawValue), sentence: sentence,
            rule: rule?.id ?? "")
          return
        }
      } catch {
        result.mistake = contradiction(error.message, .laws)
        return
      }
    }
  }

  private func contradiction(_ message: String, _ part: Part) -> Mistake {
    Mistake(part: part, verdict: .contradiction, sentence: message)
  }
}
