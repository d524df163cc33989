// SPDX-License-Identifier: MIT

import Digests
import Judging
import LinearModel
import Oracles
import Scripts

extension ScriptTruth {
  /// Combines the exact results: the refused additions, and each level's optimum.
  package func combine(into hasher: inout StableHash) {
    for expectation in expectations {
      switch expectation {
      case .done: hasher.combine(0)
      case .refused: hasher.combine(1)
      case .either: hasher.combine(2)
      case .skipped: hasher.combine(3)
      case .anything: hasher.combine(4)
      case .refusedNumber: hasher.combine(5)
      case .answer(let system):
        for level in system.answer.optimum?.levels ?? [] { hasher.combine(level.optimum) }
      }
    }
  }
}
