// SPDX-License-Identifier: MIT

import JSON
import Judging
import Oracles

extension JSONValue {
  /// Returns the kind of a failure by its name.
  package func requiredFailureKind() throws(JSONError) -> FailureKind {
    FailureKind(name: try requiredString("the kind of verdict"))
  }
}
