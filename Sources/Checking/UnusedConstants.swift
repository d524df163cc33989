// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation

/// The constants of the importer that `check --fidelity` leaves out, to measure their worth.
///
/// Only the environment variable `LAYOUTFUZZ_UNUSED_CONSTANTS` names them, separated by commas;
/// `scripts/fidelity.py --leave-one-out` sets it.
enum UnusedConstants {
  private static let variable = "LAYOUTFUZZ_UNUSED_CONSTANTS"

  /// The constants that this process leaves out; empty outside of measurements.
  static var ofProcess: Set<ImportConstant> {
    let names = ProcessInfo.processInfo.environment[variable] ?? ""
    return Set(names.split(separator: ",").compactMap { ImportConstant(rawValue: String($0)) })
  }
}
