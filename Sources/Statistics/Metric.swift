// SPDX-License-Identifier: MIT

/// A measured quantity, with its least change that matters.
package enum Metric: String, Sendable, Hashable, Codable, CaseIterable {
  /// Elapsed time.
  case wall
  /// CPU time of the thread.
  case cpu
  /// Instructions counted by callgrind.
  case instructions
  /// The strategy's counters of its own work.
  case counters
  /// Blocks allocated on the heap.
  case allocations

  /// The least relative change that matters, by the precision of a shared machine.
  package var threshold: Double {
    switch self {
    case .wall: return 0.05
    case .cpu: return 0.03
    case .instructions: return 0.005
    case .counters, .allocations: return 0
    }
  }

  /// The metrics of time, in the order of reports.
  package static let times = [Metric.cpu, .wall]

  /// Whether the noise of the machine affects it.
  package var isTime: Bool { self == .wall || self == .cpu }
}
