// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// The features that may occur in one case: a random subset, so that features also occur without
/// each other.
///
/// Reference: Groce et al., Swarm testing, ISSTA 2012.
struct Features: OptionSet, Sendable {
  let rawValue: UInt32

  static let margins = Features(rawValue: 1 << 0)
  static let baselines = Features(rawValue: 1 << 1)
  static let guides = Features(rawValue: 1 << 2)
  static let scrollViews = Features(rawValue: 1 << 3)
  static let multipliers = Features(rawValue: 1 << 4)
  static let optional = Features(rawValue: 1 << 5)
  static let intrinsicSizes = Features(rawValue: 1 << 6)
  static let holds = Features(rawValue: 1 << 7)
  static let rightToLeft = Features(rawValue: 1 << 8)
  static let absoluteSides = Features(rawValue: 1 << 9)
  static let extras = Features(rawValue: 1 << 10)
  static let alignmentInsets = Features(rawValue: 1 << 11)
  static let lateViews = Features(rawValue: 1 << 12)
  static let shuffledConstraints = Features(rawValue: 1 << 13)
  static let fineGrid = Features(rawValue: 1 << 14)
  static let derivedSizes = Features(rawValue: 1 << 15)

  static let binaryNumbers = Features(rawValue: 1 << 16)

  static let count = 17

  /// The names by bit.
  static let names = [
    "margins", "baselines", "guides", "scrollViews", "multipliers", "optional", "intrinsicSizes",
    "holds", "rightToLeft", "absoluteSides", "extras", "alignmentInsets", "lateViews",
    "shuffledConstraints", "fineGrid", "derivedSizes", "binaryNumbers",
  ]

  /// Draws one choice for each feature, so that each can be switched off alone; no feature is the
  /// simplest.
  static func draw(_ source: inout ChoiceSource) throws(GenerationStop) -> Features {
    source.beginSpan(.features)
    defer { source.endSpan() }
    var features: Features = []
    for bit in 0..<count where try source.bool() {
      features.insert(Features(rawValue: 1 << UInt32(bit)))
    }
    return features
  }
}

extension SpanLabel {
  static let view = SpanLabel(rawValue: SpanLabel.firstFree)
  static let guide = SpanLabel(rawValue: SpanLabel.firstFree + 1)
  static let equations = SpanLabel(rawValue: SpanLabel.firstFree + 2)
  static let extra = SpanLabel(rawValue: SpanLabel.firstFree + 3)
  static let conflict = SpanLabel(rawValue: SpanLabel.firstFree + 4)
  static let pattern = SpanLabel(rawValue: SpanLabel.firstFree + 5)
  static let content = SpanLabel(rawValue: SpanLabel.firstFree + 6)
  static let environment = SpanLabel(rawValue: SpanLabel.firstFree + 7)
  static let features = SpanLabel(rawValue: SpanLabel.firstFree + 8)
  static let text = SpanLabel(rawValue: SpanLabel.firstFree + 9)
}

/// The numbers of generated cases, the simplest first.
enum Palette {
  static let multipliers: [LayoutNumber] = [
    LayoutNumber(digits: 5, scale: 1), LayoutNumber(2), LayoutNumber(1, 3, form: .fraction),
    LayoutNumber(16, 9, form: .ratio), LayoutNumber(digits: 75, scale: 2),
    LayoutNumber(2, 3, form: .fraction), LayoutNumber(digits: 1, scale: 1),
    LayoutNumber(digits: 333, scale: 3), LayoutNumber(-1), LayoutNumber(141, 83, form: .ratio),
    LayoutNumber(1, 7, form: .fraction), LayoutNumber(digits: 12, scale: 1),
  ]
  static let extremeMultipliers: [LayoutNumber] = [
    LayoutNumber(1000), LayoutNumber(digits: 1, scale: 3), LayoutNumber(1_000_000),
    LayoutNumber(digits: 1, scale: 6), LayoutNumber(7, 3, form: .fraction),
    LayoutNumber(1, 3, form: .fraction), LayoutNumber(10), LayoutNumber(digits: 1, scale: 1),
    LayoutNumber(digits: 999_999, scale: 6), LayoutNumber(digits: 1_000_001, scale: 6),
    LayoutNumber(-1000), LayoutNumber(16, 9, form: .ratio), LayoutNumber(digits: 1, scale: 7),
    LayoutNumber(digits: 1, scale: 9),
  ]
  /// Binary fractions that are no powers of two: doubles represent them exactly, but not the
  /// results of dividing by them.
  ///
  /// In a case with only such numbers, a contradiction between redundant equalities can only come
  /// from the solver's own rounding.
  static let binaryMultipliers: [LayoutNumber] = [
    LayoutNumber(3), LayoutNumber(digits: 75, scale: 2), LayoutNumber(digits: 15, scale: 1),
    LayoutNumber(7), LayoutNumber(49), LayoutNumber(digits: 375, scale: 3), LayoutNumber(11),
    LayoutNumber(digits: 875, scale: 3),
  ]
  /// Whether a multiplier keeps sizes positive.
  static func isPositive(_ number: LayoutNumber) -> Bool { number.numerator > 0 }

  /// Priorities of at least 50, so that lower ones never disturb them.
  static let priorities: [Priority] = [
    750, 250, 999, 500, 501, 251, 751, 749, 490, 510, 50, 1, Priority(999.5), Priority(750.5),
  ].filter { $0.value >= 50 }
  static let wishPriorities: [Priority] = [10, 20, 30, 1, Priority(0.5)]
  static let grids: [Int] = [2, 3, 10, 4, 7]
  static let binaryGrids: [Int] = [1, 2, 4]
  static let rootSizes: [(Int, Int)] = [
    (320, 568), (375, 667), (390, 844), (414, 896), (100, 100), (1024, 768), (568, 320), (600, 600),
  ]
}
