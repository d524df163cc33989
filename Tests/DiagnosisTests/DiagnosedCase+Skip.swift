// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import JSON

extension DiagnosedCase {
  /// Replaces the views by those of a document whose frames are skipped for these reasons.
  mutating func skip(_ reasons: [ImportedScope.SkipReason?]) {
    origins = reasons.map {
      ViewOrigin(skipReason: $0, tag: "view", location: SourceLocation(line: 1, column: 1))
    }
  }
}
