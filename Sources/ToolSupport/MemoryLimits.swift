// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The limits of this process on its stack, its data and its address space.
///
/// Below them a thread crashes in an ordinary call, or memory that the system refuses ends the
/// process. Neither can be caught later, so the limits are read before any work.
package enum MemoryLimits {
  /// The error of a limit that is lower than the tool needs.
  package struct Shortage: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the limited resource.
    package let resource: String
    package let kilobytes: UInt64
    package let neededKilobytes: UInt64
    /// The option of `ulimit` that sets this limit.
    package let option: String

    package var description: String {
      "the limit on \(resource) is \(kilobytes) KB, \(neededKilobytes) KB are needed; "
        + "fix: ulimit \(option) \(neededKilobytes)"
    }
  }

  /// Ensures that the limits leave room for the deepest calls and for the threads of two jobs.
  ///
  /// The soft limit counts: threads get their stack size from its value at the start of the
  /// process.
  package static func ensureRoom() throws(Shortage) {
    for (resource, name, option, needed) in limits {
      var limit = rlimit()
      guard getrlimit(resource, &limit) == 0 else { continue }
      let kilobytes = UInt64(limit.rlim_cur) / 1024
      if kilobytes < needed {
        throw Shortage(
          resource: name, kilobytes: kilobytes, neededKilobytes: needed, option: option)
      }
    }
  }

  private static let limits: [(resource: Int32, name: String, option: String, kilobytes: UInt64)] =
    [
      (SystemNumber.stack, "the stack", "-s", 1 << 10),
      (SystemNumber.data, "the data", "-d", 1 << 18),
      (SystemNumber.addressSpace, "the address space", "-v", 1 << 19),
    ]
}
