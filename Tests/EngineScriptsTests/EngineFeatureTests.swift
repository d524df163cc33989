// SPDX-License-Identifier: MIT

import EngineScripts
import LinearModel
import TestSupport
import Testing

/// Checks that scripts do not use features that known issues leave out.
@Suite("Features of scripts for layout engines")
struct EngineFeatureTests {
  private static func scripts(
    _ count: Int, without excluded: Set<EngineFeature>
  ) -> [EngineScript] {
    let generator = EngineGenerator(.everything, without: excluded)
    return (0..<count).map { generator.script(seed: UInt64($0)) }
  }

  private static let judged: [EngineFeature] = [
    .inequalities, .preferences, .multipliers, .edgeMultipliers, .negativeMultipliers,
    .acrossAxes, .priorityChanges, .requiredChanges, .multiplierChanges, .itemChanges, .centers,
    .guides, .nesting, .rightToLeft,
    .minimumSizes, .naturalSizes, .maximumSizes, .add, .remove, .change, .resize, .hint, .move,
    .reroot, .drop, .formats,
  ]

  /// The features that cannot be used without another one.
  private static let dependent: [EngineFeature: Set<EngineFeature>] = [
    // Without nesting there is no other superview to move to.
    .nesting: [.move],
    .multipliers: [.edgeMultipliers, .negativeMultipliers, .multiplierChanges],
    .preferences: [.priorityChanges, .requiredChanges],
    .change: [.priorityChanges, .requiredChanges, .multiplierChanges, .itemChanges],
  ]

  private static let usual = scripts(150, without: [])

  @Test(
    "a feature is used by scripts, and by none that leaves it out",
    arguments: TestLength.some(of: judged, quick: 6))
  func leftOut(feature: EngineFeature) throws {
    let others = Self.scripts(150, without: [feature])
    #expect(Self.usual.contains { $0.features.contains(feature) })
    for (seed, script) in others.enumerated() {
      #expect(script.problem == nil && !script.views.isEmpty, "seed \(seed)")
      #expect(!script.features.contains(feature), "seed \(seed)")
    }
    // All other features are still used.
    let left = others.reduce(into: Set<EngineFeature>()) { $0.formUnion($1.features) }
    let gone = (Self.dependent[feature] ?? []).union([feature])
    let missing = Set(Self.judged).subtracting(gone).subtracting(left)
    #expect(missing.isEmpty)
  }

  @Test("a part of formats that is left out is in no format", arguments: EngineFeature.allCases)
  func parts(feature: EngineFeature) throws {
    let isPart = feature.rawValue.contains("format") || feature.rawValue.contains("Formats")
    guard isPart, feature != .formats else { return }
    let formats = Self.scripts(24, without: [feature]).flatMap(\.steps).compactMap { step in
      if case .format(let format) = step { return format }
      return nil
    }
    #expect(!formats.isEmpty)
    for format in formats {
      switch feature {
      case .horizontalFormats: #expect(format.text.hasPrefix("V:"))
      case .verticalFormats: #expect(!format.text.hasPrefix("V:"))
      case .formatSpacing: #expect(format.spacing == nil)
      case .formatMetrics: #expect(format.metrics.isEmpty)
      case .formatPriorities: #expect(!format.text.contains("@"))
      case .formatMetricPriorities: #expect(!format.text.contains("@m"))
      case .formatNegative: #expect(format.metrics.allSatisfy { $0.value.signum >= 0 })
      case .formatAlignment: #expect(format.alignment.isEmpty)
      default: break
      }
    }
  }

  @Test("without exclusions the scripts are those of the seed")
  func none() {
    let generator = EngineGenerator(.everything)
    for seed in 0..<20 as Range<UInt64> {
      #expect(
        generator.script(seed: seed)
          == EngineGenerator(.everything, without: []).script(seed: seed))
    }
  }
}
