// SPDX-License-Identifier: MIT

import JSON
import Oracles

extension JSONValue {
  /// Returns the kind of a failure by its name.
  package func requiredFailureKind() throws(JSONError) -> FailureKind {
    FailureKind(name: try requiredString("the kind of verdict"))
  }

  /// Returns the cause of a failure by its name, in texts of this version.
  package func requiredFailureCause() throws(JSONError) -> FailureCause {
    let cause = FailureCause(name: try requiredString("a cause"))
    guard cause.isKnown else { throw error("unknown cause '\(cause)'") }
    return cause
  }
}
