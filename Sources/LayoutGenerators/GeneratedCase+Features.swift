// SPDX-License-Identifier: MIT

extension GeneratedCase {
  /// The names of the features of generators: those of any case, then the patterns and stages of
  /// idiomatic cases.
  package static let featureNames: [String] =
    Features.names + Pattern.allCases.map { "\($0)" } + Stage.allCases.map { "\($0)" }

  /// Returns the only profile whose cases can have the feature; nil for one that any case may have.
  package static func profile(ofFeature index: Int) -> Profile? {
    index < Features.count ? nil : .idiomatic
  }

  /// Calls `body` with the index of each feature of the case, in ascending order, each once.
  package func forEachFeature(_ body: (Int) -> Void) {
    for bit in 0..<Features.count where features >> UInt32(bit) & 1 == 1 { body(bit) }
    var shown: UInt64 = 0
    for pattern in patterns { shown |= 1 << UInt64(pattern.rawValue) }
    if let stage { shown |= 1 << UInt64(Pattern.allCases.count + stage.rawValue) }
    while shown != 0 {
      body(Features.count + shown.trailingZeroBitCount)
      shown &= shown - 1
    }
  }
}
