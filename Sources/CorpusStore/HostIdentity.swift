// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The identity of the computer that this process runs on.
package enum HostIdentity {
  /// Bytes that differ between computers, between their starts, and between containers with process
  /// numbers of their own.
  ///
  /// Two containers may have the same name, and processes with the same number. Then the bytes
  /// differ by the namespace of process numbers or by the start of the system.
  static let bytes: [UInt8] = nameBytes + [0] + Host.start

  /// The name of the computer in its network.
  package static var name: String { String(decoding: nameBytes, as: UTF8.self) }

  private static var nameBytes: [UInt8] {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}
