// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The reason for which a file for another program cannot be written.
package struct SourceRefusal: Error, Sendable, Hashable {
  /// The end of a sentence that begins with the name of the input.
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

/// Numbers for programs that compute in doubles.
///
/// Numbers without a double near to them are refused: an infinity or a zero in their place would
/// change the problem.
enum DoubleText {
  /// The largest number of characters for which messages show a number in full.
  private static let shownMax = 24

  /// - Throws: for a number beyond the largest double, and for one that is not 0 and would be read
  ///   as 0.
  static func check(_ value: Rational, _ what: @autoclosure () -> String) throws(SourceRefusal) {
    // Only numbers beyond 64 bits can be outside the range of doubles.
    guard value.limbCount > 0 else { return }
    let double = value.doubleValue
    if double.isFinite, double != 0 { return }
    let text = value.description
    let shown = text.utf8.count <= shownMax ? text : "\(text.prefix(shownMax))..."
    let place = double == 0 ? "too near to 0" : "beyond the largest double"
    throw SourceRefusal(
      sentence:
        "\(what()) is \(shown), which is \(place): programs that compute in doubles cannot be given it"
    )
  }

  /// - Throws: for an infinity or NaN.
  static func check(
    _ value: Double, _ what: @autoclosure () -> String
  ) throws(SourceRefusal) {
    if value.isFinite { return }
    throw SourceRefusal(sentence: "\(what()) is beyond the largest double")
  }

  /// Checks a value of an answer: one near to 0 may be read as 0, since answers are compared with a
  /// tolerance.
  static func checkAnswer(
    _ value: Rational, _ what: @autoclosure () -> String
  ) throws(SourceRefusal) {
    if value.limbCount > 0, !value.doubleValue.isFinite { try check(value, what()) }
  }

  /// Checks the numbers of a system.
  static func check(_ system: LinearSystem, _ names: SystemNames) throws(SourceRefusal) {
    for row in 0..<system.constraintCount {
      for cell in system.cells(of: row) {
        try check(
          system.exactCoefficients[cell], "a coefficient of constraint \(names.constraints[row])")
      }
      try check(system.exactConstants[row], "the constant of constraint \(names.constraints[row])")
    }
  }
}
