// SPDX-License-Identifier: MIT

import CaseFormats
import Lowering

/// A planted fault in the environment of laws: between a case and its frames, or between a file and
/// a case.
package enum WorldFault: Sendable, Hashable {
  case lowering(LoweringFault)
  case importing(ImportFault)

  /// The fault of the lowering; nil when the lowering is healthy.
  package var lowering: LoweringFault? {
    if case .lowering(let fault) = self { return fault }
    return nil
  }

  /// The fault of the readers of cases; nil when they are healthy.
  package var importing: ImportFault? {
    if case .importing(let fault) = self { return fault }
    return nil
  }
}
