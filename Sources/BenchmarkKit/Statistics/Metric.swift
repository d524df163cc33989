// SPDX-License-Identifier: MIT

/// What is measured, with the least change of it that matters.
package enum Metric: String, Sendable, Hashable, Codable, CaseIterable {
  /// Elapsed time.
  case wall
  /// Time of the thread on its core.
  case cpu
  /// Instructions as callgrind counts them.
  case instructions
  /// What a strategy counts of its own work.
  case counters
  /// Blocks taken from the heap.
  case allocations

  /// The least relative change that matters, by what a machine shared with others can tell.
  package var threshold: Double {
    switch self {
    case .wall: return 0.05
    case .cpu: return 0.03
    case .instructions: return 0.005
    case .counters, .allocations: return 0
    }
  }

  /// Those of time, in the order of reports.
  package static let times = [Metric.cpu, .wall]

  /// Whether the noise of the machine enters.
  package var isTime: Bool { self == .wall || self == .cpu }
}
