// SPDX-License-Identifier: MIT

/// The selection and the amount of a comparison.
package struct PeerSettings: Sendable {
  package var peers: [PeerName] = [.kiwi]
  /// The number of pairs of fresh processes of each workload.
  package var rounds = 9
  /// The selected workloads and growth curves; nil for all.
  package var filter: NameFilter?
  /// Whether peers also get workloads that are known to exceed their time limit.
  package var runsSlow = false
  /// The seed of the resampling for the exponents' intervals.
  package var seed: UInt64 = 1

  package init() {}

  /// The compared workloads, in the order of the report.
  package static let workloads = [
    "chain10", "edges10", "tree10", "flex10", "chain100", "edges100", "tree100", "flex100",
    "chain1000", "edges1000", "tree1000", "flex1000", "cols1000x10",
  ]

  /// Whether a peer is known not to build a workload within the limit; such workloads take part
  /// only on request.
  package static func isSlow(_ workload: String, for peer: PeerName) -> Bool {
    peer == .kiwi && workload == "cols1000x10"
  }

  package var chosenWorkloads: [String] {
    PeerSettings.workloads.filter { filter?.matches($0) ?? true }
  }

  package var chosenGrowths: [GrowthFamily] {
    GrowthFamily.allCases.filter { filter?.matches("growth:\($0.rawValue)") ?? true }
  }
}

/// Names separated by commas, in which `*` stands for any text: `chain10,tree*`.
package struct NameFilter: Sendable, Equatable {
  private let patterns: [[Substring]]

  package init(_ text: String) {
    patterns = text.split(separator: ",").map {
      $0.split(separator: "*", omittingEmptySubsequences: false)
    }
  }

  /// Whether one of the patterns matches the whole name.
  package func matches(_ name: String) -> Bool {
    patterns.contains { NameFilter.matches($0, name) }
  }

  /// - Parameter parts: the texts between the stars, the first and the last of which may be empty.
  private static func matches(_ parts: [Substring], _ name: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first.map { $0 == name } ?? false
    }
    guard name.hasPrefix(first), name.hasSuffix(last), name.count >= first.count + last.count
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    // The earliest place of each part leaves the most room for later ones.
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

/// A family of workloads in several sizes.
package enum GrowthFamily: String, Sendable, CaseIterable {
  case chain, edges, tree, cols

  package static let sizes = [100, 200, 500, 1000, 2000, 5000, 10_000]

  package func workload(_ size: Int) -> String {
    self == .cols ? "cols\(size)x10" : "\(rawValue)\(size)"
  }
}
