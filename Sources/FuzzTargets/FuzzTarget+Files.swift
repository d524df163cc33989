// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import LayoutModel
import Laws
import VisualFormats

/// Checks of the readers of case files and documents.
///
/// An accepted case is well formed, has one canonical file, and keeps the laws about writing and
/// reading.
extension FuzzTarget {
  func readCaseFile(_ bytes: [UInt8], _ world: LawWorld) -> Outcome {
    guard let layoutCase = try? CaseFile.decode(bytes, file: "input") else { return .refused }
    return Self.outcome(of: layoutCase, world)
  }

  func readFormats(_ bytes: [UInt8], _ world: LawWorld) -> Outcome {
    guard let layoutCase = try? VisualFormatFile.decode(bytes, file: "input") else {
      return .refused
    }
    return Self.outcome(of: layoutCase, world)
  }

  func readDocument(_ bytes: [UInt8], _ world: LawWorld) -> Outcome {
    let document = InterfaceBuilderImporter.parse(bytes, file: "input")
    var isRefused = true
    for setup in Self.setups {
      let imported = document.imported(for: setup)
      if (imported.unusableReason == nil) != (imported.runtime != nil) {
        return .broken("a document is usable and unusable")
      }
      for scope in imported.scopes {
        isRefused = false
        if let problem = Self.problem(with: scope) { return .broken(problem) }
        let outcome = Self.outcome(of: scope.layoutCase, world)
        if case .broken = outcome { return outcome }
      }
    }
    return isRefused ? .refused : .accepted
  }

  /// The document as drawn, and on devices that differ as much as possible.
  private static let setups = [
    ImportSetup.asDrawn,
    ImportSetup(
      device: Device.all.last, orientation: .landscape, direction: .rightToLeft,
      trustsTextFrames: false),
    ImportSetup(device: Device.all.first),
  ]

  /// Describes a screen whose lists have another length than the lists that they belong to; nil if
  /// there is no fault.
  private static func problem(with scope: ImportedScope) -> String? {
    let views = scope.layoutCase.views.count
    if scope.origins.count != views { return "\(views) views, \(scope.origins.count) origins" }
    if scope.constraintLocations.count != scope.layoutCase.constraints.count {
      return "constraints without a place"
    }
    return nil
  }

  private static let laws = LawCatalog.all.compactMap { $0 as? any WritingLaw }

  private static func outcome(of layoutCase: LayoutCase, _ world: LawWorld) -> Outcome {
    if let problem = layoutCase.validate().first {
      return .broken("a case that is not well formed: \(problem)")
    }
    // The same input is written in the same words.
    var choices = Xoshiro256(seed: 0)
    for law in laws {
      guard let (meant, reading) = law.written(layoutCase, in: world, &choices) else { continue }
      switch reading {
      case .refused(let problem): return .broken("\(law.name): refused: \(problem)")
      case .read(let read):
        if read != meant { return .broken("\(law.name): read as another case") }
        if CaseFile.encode(read) != CaseFile.encode(meant) {
          return .broken("\(law.name): one case has two files")
        }
      }
    }
    return .accepted
  }
}
