// SPDX-License-Identifier: MIT

extension Strategy {
  /// Returns the strategy, healthy or mutant, of the given name; nil when there is none.
  package static func named(_ name: String) -> Strategy? {
    healthy.first { $0.name == name }
      ?? Mutant.named(name)?.strategy
      ?? ProcessFault.strategy(named: name)
  }
}
