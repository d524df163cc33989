// SPDX-License-Identifier: MIT

import CaseFormats
import Lowering

/// A planted fault in what laws are tried in: on the way from a case to its frames, or from a file
/// to a case.
package enum WorldFault: Sendable, Hashable {
  case lowering(LoweringFault)
  case importing(ImportFault)

  /// The fault of the lowering; nil when the lowering is healthy.
  package var lowering: LoweringFault? {
    if case .lowering(let fault) = self { return fault }
    return nil
  }

  /// The fault of what reads cases; nil when that is healthy.
  package var importing: ImportFault? {
    if case .importing(let fault) = self { return fault }
    return nil
  }
}
