// SPDX-License-Identifier: MIT

import CaseFormats
import Lowering

/// A planted fault in the environment of laws: between a case and its frames, or between a file and
/// a case.
package enum WorldFault: Sendable, Hashable {
  case lowering(LoweringFault)
  case importing(ImportFault)

  /// The fault of the lowering; nil when the lowering is healthy.
  package var lowering: LoweringFault? {
    if case .lowering(let fault) = self { return fault }
    return nil
  }

  /// The fault of the readers of cases; nil when they are healthy.
  package var importing: ImportFault? {
    if case .importing(let fault) = self { return fault }
    return nil
  }

  private enum Prefix {
    static let lowering = "lowering."
    static let importing = "import."
  }

  /// The name of the part with the fault, such as `lowering.rightConstantNegated`.
  package var name: String {
    switch self {
    case .lowering(let fault): return Prefix.lowering + fault.rawValue
    case .importing(let fault): return Prefix.importing + fault.rawValue
    }
  }

  /// Creates the fault of this name; nil when there is none.
  package init?(name: String) {
    let fault = String(name.drop { $0 != "." }.dropFirst())
    let found = LoweringFault(rawValue: fault).map { Self.lowering($0) }
    let other = ImportFault(rawValue: fault).map { Self.importing($0) }
    guard let known = [found, other].compactMap({ $0 }).first(where: { $0.name == name }) else {
      return nil
    }
    self = known
  }
}
