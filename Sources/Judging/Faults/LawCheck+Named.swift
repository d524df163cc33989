// SPDX-License-Identifier: MIT

import Laws
import Oracles

extension LawCheck {
  /// The check that found what is known under these names; nil when there is no such law or fault.
  package init?(strategy: String, verdict: String) {
    guard verdict.begins(with: Verdict.lawPrefix),
      let law = LawCatalog.law(named: String(verdict.dropFirst(Verdict.lawPrefix.count)))
    else { return nil }
    if strategy == law.stage.rawValue {
      self.init(law)
    } else if let fault = Mutant.named(strategy)?.worldFault {
      self.init(law, fault: fault)
    } else {
      return nil
    }
  }
}
