// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import JSON

extension DiagnosedCase {
  /// The views as a document would have them whose frames are skipped for these reasons.
  mutating func skip(_ reasons: [ImportedScope.SkipReason?]) {
    origins = reasons.map {
      ViewOrigin(skipReason: $0, tag: "view", location: SourceLocation(line: 1, column: 1))
    }
  }
}
