// SPDX-License-Identifier: MIT

import JSON

/// Days and numbers of nights, which several files of results contain.
extension JSONValue {
  /// Returns the day that the value names.
  ///
  /// - Throws: the place of a value that is no day.
  package func requiredDay() throws(JSONError) -> NightDate {
    if let date = string.flatMap({ NightDate($0) }) { return date }
    throw error("expected a day as \"2027-01-31\"")
  }

  /// Returns the number of a night, or of nights, at most 999,999,999, so that another one can
  /// follow.
  package func requiredNightNumber() throws(JSONError) -> Int {
    let number = try requiredCount("the number of a night")
    guard number <= 999_999_999 else {
      throw error("expected the number of a night, 999,999,999 or less")
    }
    return number
  }
}
