// SPDX-License-Identifier: MIT

import LayoutModel

/// Says constraints as visual formats, as far as the language has words for them (AUTOLAYOUT 10.6).
///
/// Distances along an axis that form a path become one format; alignments and sizes go along with
/// the formats that hold their views. What is printed and parsed again is the same set of
/// constraints, each perhaps with its sides swapped; ids are lost. Identifiers, multipliers,
/// fractions as `1/3`, centers, margins (but for the bare dash) and relations across the axes have
/// no words.
package struct VisualFormatPrinter {
  /// A format with what it needs to be understood.
  package struct Line: Sendable, Hashable {
    package var format: VisualFormat
    package var options: VisualFormatOptions
    /// The constraints it says, by index in the case, in the order in which parsing gives them.
    package var constraints: [Int]
  }

  /// Everything the printer found.
  package struct Result: Sendable, Hashable {
    package var lines: [Line] = []
    /// The constraints that no format says, by index in the case, in order.
    package var rest: [Int] = []
  }

  /// Says the constraints of a case: horizontal formats first, each kind in the order of the
  /// constraints.
  ///
  /// - Parameter naming: the name of an item in formats; nil, or one that is no identifier of C,
  ///   leaves the item's constraints unsaid.
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
