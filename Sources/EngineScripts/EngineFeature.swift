// SPDX-License-Identifier: MIT

/// A feature that generated scripts can leave out, so that a known fault does not hide others.
///
/// Each script leaves out some of them anyway. The names are those of `without` in a file of known
/// issues.
package enum EngineFeature: String, Sendable, Hashable, CaseIterable {
  case inequalities, preferences, multipliers, centers, contradictions
  case edgeMultipliers, negativeMultipliers, acrossAxes
  case guides, nesting, rightToLeft
  case minimumSizes, naturalSizes, maximumSizes
  case add, remove, change, resize, hint, move, reroot, drop
  /// Changes of a part of a constraint.
  case priorityChanges, requiredChanges, multiplierChanges, itemChanges
  /// All visual formats, then those with one of their parts.
  case formats
  case horizontalFormats, verticalFormats, formatSpacing, formatMetrics, formatMetricPriorities
  case formatPriorities, formatViews, formatNegative, formatAlignment

  /// The operation that it is; nil for other features.
  var operation: EngineOffer.Operation? { EngineOffer.Operation(rawValue: rawValue) }

  /// The part that changes replace; nil for other features.
  var change: EngineOffer.Change? {
    switch self {
    case .priorityChanges: return .priority
    case .requiredChanges: return .required
    case .multiplierChanges: return .multiplier
    case .itemChanges: return .items
    default: return nil
    }
  }

  /// The kind of size that it is; nil for other features.
  var sizes: EngineHints.Kind? {
    switch self {
    case .minimumSizes: return .minimum
    case .naturalSizes: return .natural
    case .maximumSizes: return .maximum
    default: return nil
    }
  }

  /// The parts of formats that it stands for.
  package var formatParts: Set<EngineOffer.FormatPart> {
    switch self {
    case .formats: return Set(EngineOffer.FormatPart.allCases)
    case .horizontalFormats: return [.horizontal]
    case .verticalFormats: return [.vertical]
    case .formatSpacing: return [.spacing]
    case .formatMetrics: return [.metrics, .metricPriorities]
    case .formatMetricPriorities: return [.metricPriorities]
    case .formatPriorities, .preferences: return [.priorities, .metricPriorities]
    case .formatViews: return [.views]
    case .formatNegative: return [.negative]
    case .formatAlignment: return [.alignment]
    default: return []
    }
  }
}

extension EngineDrawer.Features {
  /// Leaves out features that the user excludes.
  ///
  /// - Parameters:
  ///   - excluded: the features.
  ///   - refuses: whether the engine refuses contradictions; else a script removes them at once.
  mutating func leaveOut(_ excluded: Set<EngineFeature>, refuses: Bool) {
    if excluded.contains(.inequalities) { hasInequalities = false }
    if excluded.contains(.preferences) { hasPreferences = false }
    if excluded.contains(.multipliers) { hasMultipliers = false }
    if excluded.contains(.edgeMultipliers) { hasEdgeMultipliers = false }
    if excluded.contains(.negativeMultipliers) { hasNegativeMultipliers = false }
    if excluded.contains(.acrossAxes) { crossesAxes = false }
    // Such a change needs what it changes.
    if !hasMultipliers { changes.remove(.multiplier) }
    if excluded.contains(.preferences) { changes.subtract([.priority, .required]) }
    if excluded.contains(.centers) { hasCenters = false }
    let contradicts = excluded.isDisjoint(with: [.contradictions, .inequalities])
    if !contradicts || !refuses && excluded.contains(.remove) { self.contradicts = false }
    for feature in excluded {
      if let kind = feature.sizes { hasHints[kind] = false }
      if let operation = feature.operation { operations.remove(operation) }
      if let change = feature.change { changes.remove(change) }
      formats.subtract(feature.formatParts)
    }
  }
}
