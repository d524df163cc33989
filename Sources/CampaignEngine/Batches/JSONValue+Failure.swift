// SPDX-License-Identifier: MIT

import JSON
import Oracles

extension JSONValue {
  /// Returns the kind of a failure by its name.
  package func requiredFailureKind() throws(JSONError) -> FailureKind {
    FailureKind(name: try requiredString("the kind of verdict"))
  }

  /// Returns the cause of a failure by its name.
  package func requiredFailureCause() throws(JSONError) -> FailureCause {
    FailureCause(name: try requiredString("a cause"))
  }
}
