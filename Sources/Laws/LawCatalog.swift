// SPDX-License-Identifier: MIT

/// The list of all laws.
package enum LawCatalog {
  /// The laws in the order of lists: about order and names, about geometry, about constraints,
  /// about changes, about files.
  package static let all: [any Law] = [
    PermuteConstraints(), PermuteViews(), Rename(), Translate(), Scale(), Mirror(), Transpose(),
    TurnDirection(), DisjointUnion(), Duplicate(), AddImplied(), SplitEquality(), RaisePriority(),
    Renumber(), DropSlack(), RoundToPixels(), ResizeRoot(), SwapTexts(),
    WriteDocument(), WriteCaseFile(), WriteFormats(),
  ]

  /// Returns the law of the given name; nil when there is none.
  package static func law(named name: String) -> (any Law)? { all.first { $0.name == name } }
}
