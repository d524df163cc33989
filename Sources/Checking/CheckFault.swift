// SPDX-License-Identifier: MIT

import Foundation
import Judging
import Synchronization

/// A fault planted into `check` to test its supervision.
///
/// The process that checks a file of a certain name ends, hangs or takes memory without end.
///
/// Only the environment variable `LAYOUTFUZZ_CHECK_FAULT` plants it, as `trap:a.xib;loop:b.xib`:
/// the name of a `ProcessFault` and the end of a path. No document and no option can plant it.
/// `later-trap:a.xib` only happens in a process that has checked another file before, like a fault
/// that depends on earlier work.
package struct CheckFault: Sendable {
  private struct Plant: Sendable {
    let fault: ProcessFault
    let ending: String
    let sparesFirstFile: Bool
  }

  private static let variable = "LAYOUTFUZZ_CHECK_FAULT"
  private static let later = "later-"
  /// The number of files that this process has begun.
  private static let begun = Atomic<Int>(0)

  private let plants: [Plant]

  /// The fault of this process; nil outside of tests.
  static var planted: CheckFault? {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    return CheckFault(
      plants: text.split(separator: ";").compactMap { entry in
        let parts = entry.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let isLater = parts[0].begins(with: later)
        let name = isLater ? String(parts[0].dropFirst(later.count)) : parts[0]
        return ProcessFault(rawValue: name).map {
          Plant(fault: $0, ending: parts[1], sparesFirstFile: isLater)
        }
      })
  }

  /// Performs the fault that is planted for a file.
  func happen(on path: String) {
    let number = Self.begun.add(1, ordering: .relaxed).newValue
    for plant in plants where path.ends(with: plant.ending) {
      if !plant.sparesFirstFile || number > 1 { plant.fault.happen(count: number) }
    }
  }
}
