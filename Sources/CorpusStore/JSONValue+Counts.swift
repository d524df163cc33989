// SPDX-License-Identifier: MIT

import CaseFormats

/// Values that several files of results have.
extension JSONValue {
  package func requiredDay() throws(JSONError) -> NightDate {
    if let date = string.flatMap({ NightDate($0) }) { return date }
    throw error("expected a day as \"2027-01-31\"")
  }

  /// A number from 0.
  package func requiredCount(_ expected: String) throws(JSONError) -> Int {
    guard let int, int >= 0 else { throw error("expected \(expected), 0 or more") }
    return int
  }

  /// The number of a night, or of nights, which another one can follow.
  package func requiredNightNumber() throws(JSONError) -> Int {
    let number = try requiredCount("the number of a night")
    guard number <= 999_999_999 else {
      throw error("expected the number of a night, 999,999,999 or less")
    }
    return number
  }

  /// A list of texts.
  package func requiredTexts(_ expected: String) throws(JSONError) -> [String] {
    var texts: [String] = []
    for element in try requiredArray(expected) {
      texts.append(try element.requiredString("a text"))
    }
    return texts
  }

  /// A number of 64 bits, which most readers of JSON would round.
  package func requiredUnsigned(_ expected: String) throws(JSONError) -> UInt64 {
    guard case .number(let text) = content, let number = UInt64(text) else {
      throw error("expected \(expected) from 0 to \(UInt64.max)")
    }
    return number
  }
}
