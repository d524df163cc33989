// SPDX-License-Identifier: MIT

import Foundation

/// A process that could not be started, with the system's reason.
package struct SpawnError: Error, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32
  /// A possible fix for the user; nil where the reason suggests one.
  package let remedy: String?

  package init(code: Int32, remedy: String? = nil) {
    self.code = code
    self.remedy = remedy
  }

  package var description: String {
    "cannot start a process: \(String(cString: strerror(code)))" + (remedy.map { ": \($0)" } ?? "")
  }
}
