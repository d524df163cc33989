// SPDX-License-Identifier: MIT

import Supervision

extension CasePhase {
  /// Who stands in the place of a strategy in a finding; nil for a strategy, which has a name of
  /// its own.
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

  /// What the healthy session is called in findings.
  static let sessionName = "session"

  /// The phases that findings can be about besides strategies, by `partName`.
  package static let parts: [CasePhase] = [.layout, .oracle, .laws, .session]
}
