// SPDX-License-Identifier: MIT

import Laws

extension LawCheck {
  /// Creates the check that finds failures of this kind; nil when there is no such law or fault.
  package init?(strategy: String, verdict: FailureKind) {
    guard let law = verdict.law.flatMap(LawCatalog.law(named:)) else { return nil }
    if strategy == law.stage.rawValue {
      self.init(law)
    } else if let fault = Mutant.named(strategy)?.worldFault {
      self.init(law, fault: fault)
    } else {
      return nil
    }
  }
}
