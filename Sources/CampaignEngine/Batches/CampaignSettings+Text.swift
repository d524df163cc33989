// SPDX-License-Identifier: MIT

import Display

extension CampaignSettings {
  /// The limits of the campaign; reads `20,000 cases or 30 s`.
  package var endsText: String {
    var ends: [String] = []
    if let count = caseCount { ends.append(ShownNumber.counted(count, "case")) }
    if let limit = nanosecondsMax { ends.append(ShownNumber.duration(nanoseconds: limit)) }
    return ends.joined(separator: " or ")
  }
}
