// SPDX-License-Identifier: MIT

import Judging
import LayoutGenerators
import LinearModel
import Lowering

extension Suite {
  /// The number of cases of a profile that are solved together.
  private static let casesPerMix = 40
  private static let mixSeed: UInt64 = 4

  /// Random cases of each profile, lowered beforehand.
  static let mixes: [SuiteItem] = Profile.allCases.map { profile in
    SuiteItem("mix/\(profile.rawValue)", isSmoke: profile == .competing) {
      let generator = caseGenerator(profile: profile)
      let cases = (0..<casesPerMix).compactMap { index in
        generator.value(seed: caseSeed(campaign: mixSeed, index: index))?.layoutCase
      }
      return .solving(cases.map { CaseRunner.plain($0).system })
    }
  }
}
