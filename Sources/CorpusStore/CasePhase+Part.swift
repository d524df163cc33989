// SPDX-License-Identifier: MIT

import Supervision

extension CasePhase {
  /// The name of the part in findings, in the position of a strategy name; nil for a strategy,
  /// which has a name of its own.
  package var partName: String? {
    switch self {
    case .layout: return "layout"
    case .oracle: return "oracle"
    case .laws: return "laws"
    case .session: return CasePhase.sessionName
    case .generator: return "generator"
    case .idle, .strategy: return nil
    }
  }

  /// The name of the healthy session in findings.
  package static let sessionName = "session"

  /// The phases other than strategies that findings can be about, by `partName`.
  package static let parts: [CasePhase] = [.layout, .oracle, .laws, .session]
}
