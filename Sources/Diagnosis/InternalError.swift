// SPDX-License-Identifier: MIT

import LayoutModel

/// A contradiction inside the tool: between the oracle and its checker, or the oracle and the
/// planted truth of a generator.
///
/// It is never a verdict about a strategy, and ends a campaign (exit code 70).
package struct InternalError: Error, Sendable, Hashable {
  /// The two contradicting results, one sentence without a full stop.
  package let message: String
  /// The case that shows it; nil when none could be made.
  package let layoutCase: LayoutCase?

  package init(_ message: String, on layoutCase: LayoutCase?) {
    self.message = message
    self.layoutCase = layoutCase
  }
}
