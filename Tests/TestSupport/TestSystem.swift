// SPDX-License-Identifier: MIT

import Testing

/// The operating system that the tests run on.
package enum TestSystem {
  /// Whether it is Linux, with `/proc`, `/dev/full` and limits of address space.
  package static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}

extension Trait where Self == ConditionTrait {
  /// For a test that depends on a part of Linux: other systems skip it and print the reason.
  package static func linuxOnly(_ reason: String) -> Self {
    .enabled(if: TestSystem.isLinux, "Linux only: \(reason)")
  }
}
