// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// What a document says of a view besides its layout: where it stands, and how the editor showed
/// it.
package struct ViewOrigin: Sendable, Hashable {
  /// The frame in the document in points, origin top left in the superview; nil when there is none.
  package var recordedFrame: LayoutRect?
  /// Why the recorded frame says nothing about constraints; nil for a view whose frame is to be
  /// compared.
  package var skipReason: ImportedScope.SkipReason?
  /// Whether the editor itself says that the view's frame is not the one it would have, or that
  /// constraints do not determine it (`misplaced`, `ambiguous`, AUTOLAYOUT 17.7).
  ///
  /// The root can be flagged, too.
  package var isFlagged: Bool
  /// The name of the view's element.
  package var tag: String
  package var location: SourceLocation
  /// What the author does not want to be reported about the view.
  package var mutedAmbiguity: ImportedScope.MutedAmbiguity?

  package init(
    recordedFrame: LayoutRect? = nil, skipReason: ImportedScope.SkipReason? = nil,
    isFlagged: Bool = false, tag: String, location: SourceLocation,
    mutedAmbiguity: ImportedScope.MutedAmbiguity? = nil
  ) {
    self.recordedFrame = recordedFrame
    self.skipReason = skipReason
    self.isFlagged = isFlagged
    self.tag = tag
    self.location = location
    self.mutedAmbiguity = mutedAmbiguity
  }
}
