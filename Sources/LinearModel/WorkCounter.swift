// SPDX-License-Identifier: MIT

/// One of the measures in `WorkCounters`; the raw value is its name in reports.
///
/// The counters are in the order in which they are compared: the first that is too high names a
/// finding.
package enum WorkCounter: String, Sendable, Hashable, CaseIterable {
  case cellOperations, pivots, iterations, rowOperations, peakCells
}

extension WorkCounters {
  /// The count of one measure.
  package subscript(counter: WorkCounter) -> Int {
    switch counter {
    case .cellOperations: return cellOperations
    case .pivots: return pivots
    case .iterations: return iterations
    case .rowOperations: return rowOperations
    case .peakCells: return peakCells
    }
  }
}
