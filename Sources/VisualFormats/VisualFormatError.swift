// SPDX-License-Identifier: MIT

import Display
import LayoutModel

/// A reason why a visual format gives no constraints, and the place of the error (AUTOLAYOUT 10.7).
package struct VisualFormatError: Error, Sendable, Hashable {
  /// The kind of error in a visual format.
  package enum Problem: Sendable, Hashable {
    /// A name in brackets is not that of a view; with the nearest one that is.
    case unknownView(String, nearest: String?)
    /// A name beside a distance or an `@` is not that of a metric; with the nearest one that is.
    case unknownMetric(String, nearest: String?)
    /// A name beside a size is neither that of a metric nor of a view.
    case unknownSize(String, nearest: String?)
    /// A distance is given by the name of a view.
    case distanceOfView(String)
    case expectedView
    case badName
    case expectedColon(after: Character)
    /// A distance or a size is missing or malformed.
    case expectedPredicate
    /// A distance without parentheses that is neither a plain number nor a name.
    case expectedPlainDistance
    case badRelation
    /// The list of predicates is not closed by a parenthesis.
    case unclosedPredicates
    case unclosedView
    /// A dash is missing after a distance.
    case unclosedConnection
    case expectedConnection
    /// Something follows the second `|`.
    case trailingText
    case invalidPriority
    /// A number exceeds the range of a constraint.
    case numberOutOfRange
    case alignmentAlongAxis(Attribute, Axis)
    case baselineSpacingAlongRow
    /// A guide has no baseline to align.
    case baselineOfGuide(String)
    /// `|` is beside a view without a superview.
    case noSuperview(String)
  }

  package let problem: Problem
  package let format: String
  /// The place of the error in bytes of UTF-8; at most the length of the format, when its end is
  /// missing.
  package let offset: Int

  package init(_ problem: Problem, in format: String, at offset: Int) {
    self.problem = problem
    self.format = format
    self.offset = offset
  }

  /// The place of the error in characters, from 1, which is the column of the caret under the whole
  /// format.
  ///
  /// - Complexity: O(offset).
  package var column: Int { charactersBefore + 1 }

  /// The problem, one sentence without a full stop.
  package var message: String { problem.message }
}

extension VisualFormatError {
  /// The number of characters that end at or before the error.
  private var charactersBefore: Int {
    var count = 0
    var end = 0
    for character in format {
      end += character.utf8.count
      if end > offset { break }
      count += 1
    }
    return count
  }

  /// The length of the excerpt of a long format on either side of the error, in characters.
  private static let excerptReach = 60

  /// The format and, in a second line, a caret under the error.
  ///
  /// A long format is cut to the part near the error. Control characters, which would move the
  /// caret, are shown as replacement characters.
  ///
  /// - Complexity: O(length of the format).
  package var excerpt: String {
    let excerpt = SourceExcerpt(
      of: format, at: charactersBefore, reach: VisualFormatError.excerptReach)
    return excerpt.line + "\n" + excerpt.caret
  }
}

extension VisualFormatError: CustomStringConvertible {
  /// The message, the format and the caret, a line each.
  package var description: String { message + "\n" + excerpt }
}

extension VisualFormatError.Problem {
  fileprivate var message: String {
    switch self {
    case .unknownView(let name, let nearest):
      return "there is no view '\(name)'" + suggestion(nearest)
    case .unknownMetric(let name, let nearest):
      return "there is no metric '\(name)'" + suggestion(nearest)
    case .unknownSize(let name, let nearest):
      return "'\(name)' is neither a metric nor a view" + suggestion(nearest)
    case .distanceOfView(let name):
      return "'\(name)' is a view, and a distance must be a number or a metric"
    case .expectedView: return "expected a view in brackets"
    case .badName:
      return "a name begins with a letter or an underscore and has only letters, digits and "
        + "underscores (of ASCII)"
    case .expectedColon(let letter): return "expected ':' after '\(letter)'"
    case .expectedPredicate: return "expected a number or a name, after '==', '<=', '>=' or none"
    case .expectedPlainDistance:
      return
        "expected a number, a metric or a list in parentheses, which a relation and a negative "
        + "number need"
    case .badRelation: return "a relation is '==', '<=' or '>='"
    case .unclosedPredicates: return "expected ',' or the ')' that ends the list"
    case .unclosedView: return "expected the ']' that ends the view"
    case .unclosedConnection: return "expected '-' after the distance"
    case .expectedConnection: return "expected '-', another view, '|' or the end"
    case .trailingText: return "nothing may follow the second '|'"
    case .invalidPriority: return "a priority is a number above 0 and up to 1000"
    case .numberOutOfRange: return "the number is too large or has too many digits"
    case .alignmentAlongAxis(let attribute, let axis):
      return "a \(axis) format sets its views side by side along that axis, so it cannot align "
        + "them by \(attribute.rawValue)"
    case .baselineSpacingAlongRow:
      return "distances from baseline to baseline need a vertical format"
    case .baselineOfGuide(let name): return "'\(name)' is a guide, which has no baseline"
    case .noSuperview(let name): return "'|' means the superview, and '\(name)' has none"
    }
  }

  private func suggestion(_ nearest: String?) -> String {
    nearest.map { "; fix: use '\($0)'" } ?? ""
  }
}
