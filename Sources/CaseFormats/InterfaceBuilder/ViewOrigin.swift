// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The document's statements about a view besides its layout: its location, and its display in the
/// editor.
package struct ViewOrigin: Sendable, Hashable {
  /// The reason why the recorded frame proves nothing about constraints; nil for a view whose frame
  /// is compared.
  package var skipReason: ImportedScope.SkipReason?
  /// Whether the editor itself marks the view's frame as wrong, or as not determined by constraints
  /// (`misplaced`, `ambiguous`, AUTOLAYOUT 17.7).
  ///
  /// The root can be flagged, too.
  package var isFlagged: Bool
  /// The name of the view's element.
  package var tag: String
  package var location: SourceLocation
  /// The ambiguity of the view that its author suppressed; nil for none.
  package var mutedAmbiguity: ImportedScope.MutedAmbiguity?
  /// Whether it is a label or image that a table cell lays out itself, as its style says.
  package var isPlacedByCell: Bool
  /// Whether code has an outlet to it, so that its text may be any.
  package var hasOutlet: Bool
  /// Whether it shows no more than a background itself.
  package var isBlank: Bool

  package init(
    skipReason: ImportedScope.SkipReason? = nil,
    isFlagged: Bool = false, tag: String, location: SourceLocation,
    mutedAmbiguity: ImportedScope.MutedAmbiguity? = nil, isPlacedByCell: Bool = false,
    hasOutlet: Bool = false, isBlank: Bool = false
  ) {
    self.skipReason = skipReason
    self.isFlagged = isFlagged
    self.tag = tag
    self.location = location
    self.mutedAmbiguity = mutedAmbiguity
    self.isPlacedByCell = isPlacedByCell
    self.hasOutlet = hasOutlet
    self.isBlank = isBlank
  }
}
