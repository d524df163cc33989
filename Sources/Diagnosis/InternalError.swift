// SPDX-License-Identifier: MIT

import LayoutModel

/// The tool contradicts itself: the oracle and its checker, or the oracle and what a generator
/// planted.
///
/// Never a verdict about a strategy, and the end of a campaign (exit code 70).
package struct InternalError: Error, Sendable, Hashable {
  /// What contradicts what, one sentence without a full stop.
  package let message: String
  /// The case on which it shows; nil when none could be made.
  package let layoutCase: LayoutCase?

  package init(_ message: String, on layoutCase: LayoutCase?) {
    self.message = message
    self.layoutCase = layoutCase
  }
}
