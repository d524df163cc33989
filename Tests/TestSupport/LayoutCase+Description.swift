// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import Testing

extension LayoutCase: CustomTestStringConvertible {
  /// The text of the case file, from which a counterexample can be replayed.
  package var testDescription: String { String(decoding: CaseFile.encode(self), as: UTF8.self) }
}
