// SPDX-License-Identifier: MIT

import LayoutModel

/// A printer of constraints as visual formats, as far as the language can express them (AUTOLAYOUT
/// 10.6).
///
/// Distances along an axis that form a path become one format. Alignments and sizes are added to
/// the formats that contain their views. Parsing the output gives the same set of constraints, each
/// perhaps with its sides exchanged; ids are lost. The language cannot express identifiers,
/// multipliers, fractions such as `1/3`, centers, margins (except for the bare dash) and relations
/// across the axes.
package struct VisualFormatPrinter {
  /// A format with the context that it needs.
  package struct Line: Sendable, Hashable {
    package var format: VisualFormat
    package var options: VisualFormatOptions
    /// The indices of its constraints in the case, in the order in which parsing gives them.
    package var constraints: [Int]
  }

  /// The result of printing a case.
  package struct Result: Sendable, Hashable {
    package var lines: [Line] = []
    /// The indices in the case of the constraints that no format expresses, in order.
    package var rest: [Int] = []
  }

  /// Prints the constraints of a case: horizontal formats first, each kind in the order of the
  /// constraints.
  ///
  /// - Parameters:
  ///   - layoutCase: the case to print.
  ///   - naming: the name of an item in formats; nil, or one that is no identifier of C, leaves out
  ///     the item's constraints.
  /// - Returns: the formats, and the constraints that they do not express.
  /// - Precondition: the case is well formed; names are unique.
  /// - Complexity: O(constraints) expected.
  package static func print(
    _ layoutCase: LayoutCase, naming: (Item) -> String?
  ) -> Result {
    let vocabulary = FormatVocabulary(layoutCase, naming)
    var result = Result()
    var isSaid = [Bool](repeating: false, count: layoutCase.constraints.count)
    for axis in Axis.allCases {
      var weaver = FormatWeaver(vocabulary, axis)
      result.lines += weaver.lines()
    }
    for line in result.lines { for index in line.constraints { isSaid[index] = true } }
    result.rest = layoutCase.constraints.indices.filter { !isSaid[$0] }
    return result
  }
}
