// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutEngine
import LayoutModel
import Lowering
import Oracles

/// The distinction of recorded text frames that are natural sizes from those that constraints
/// decided.
///
/// It applies to the device that a document was drawn for.
///
/// The document's editor measured texts with the real fonts. A frame that the text model does not
/// consider natural may therefore still be natural. There are two exceptions. If a layout with the
/// model's size gives the view that very size, constraints decided it, and the text was compressed
/// or had spare room. If a layout with the recorded size gives the view another one, the frame
/// belongs to other constraints.
enum NaturalTexts {
  /// The largest accepted difference of a solved length from the recorded one, in points.
  private static let tolerance = 1.0
  /// The largest ratio between the sizes of fonts and model: a frame smaller than that contains no
  /// whole line of its text.
  private static let errorMax = 2.0

  /// Returns the document for a setup, with the best known natural sizes of texts.
  ///
  /// - Complexity: two imports, and two layouts for each screen with doubtful texts.
  static func imported(
    _ document: ParsedDocument, for setup: ImportSetup, limit: OracleLimit = .standard,
    sharingViewsWith other: ImportedDocument? = nil
  ) -> ImportedDocument {
    var trusting = setup
    trusting.trustsTextFrames = true
    var doubting = setup
    doubting.trustsTextFrames = false
    var imported = document.imported(for: trusting, sharingViewsWith: other)
    // On another device no frame is trusted without the model.
    if let device = setup.device, device.id != document.device?.id { return imported }
    let hasTexts = imported.scopes.contains { $0.layoutCase.views.contains { $0.text != nil } }
    if !hasTexts { return imported }
    let doubted = document.imported(for: doubting, sharingViewsWith: imported)
    for (number, scope) in doubted.scopes.enumerated() {
      imported.scopes[number].takeTexts(from: scope, limit)
    }
    return imported
  }

  /// A screen that was laid out, for the comparison with recorded frames.
  fileprivate struct LaidOut {
    let scope: ImportedScope
    private let plain: LayoutCase
    private let layout: Layout?

    init(_ scope: ImportedScope, _ limit: OracleLimit) {
      self.scope = scope
      let settled = LayoutEngine.settle(scope.layoutCase, within: limit)
      let lowered = settled.lowered
      plain = lowered.layoutCase
      layout = settled.result.outcome.solution.map { lowered.layout(from: $0, rounded: true) }
    }

    /// Whether the view gets the size of its recorded frame; nil when there is no layout.
    func givesRecordedSize(_ view: Int) -> Bool? {
      guard let layout, let recorded = scope.layoutCase.views[view].recordedFrame else {
        return nil
      }
      let frame = layout.frames[view]
      return abs(frame.width - recorded.width.doubleValue) <= tolerance
        && abs(frame.height - recorded.height.doubleValue) <= tolerance
    }

    /// Whether the recorded frame is far too high for a single line.
    func isTooHigh(_ view: Int) -> Bool {
      guard scope.layoutCase.views[view].text?.lineLimit == 1,
        let recorded = scope.layoutCase.views[view].recordedFrame
      else { return false }
      let natural = plain.views[view].intrinsicHeight?.doubleValue ?? 0
      return recorded.height.doubleValue > natural * errorMax + tolerance
    }

    /// Whether the recorded frame is far too small for a natural size.
    func isTooSmall(_ view: Int) -> Bool {
      guard let recorded = scope.layoutCase.views[view].recordedFrame else { return true }
      func isTooSmall(_ length: LayoutNumber, _ natural: LayoutNumber?) -> Bool {
        length.doubleValue * errorMax < natural?.doubleValue ?? 0
      }
      return isTooSmall(recorded.width, plain.views[view].intrinsicWidth)
        || isTooSmall(recorded.height, plain.views[view].intrinsicHeight)
    }
  }

  /// Whether the recorded frame of a view is not the natural size of its text.
  ///
  /// - Parameters:
  ///   - view: the index of the view.
  ///   - trusted: the screen with the recorded size as the natural one.
  ///   - doubted: the screen with the model's.
  /// - Returns: true also for a frame that the editor marks as wrong.
  fileprivate static func isForced(
    _ view: Int, trusted: LaidOut, doubted: LaidOut
  ) -> Bool {
    // A frame that the editor marks as wrong proves nothing.
    switch doubted.scope.origins[view].skipReason {
    case .misplaced, .belowMisplaced, .ambiguous: return true
    default: break
    }
    return doubted.givesRecordedSize(view) == true || trusted.givesRecordedSize(view) == false
      || doubted.isTooSmall(view) || doubted.isTooHigh(view)
  }
}

extension ImportedScope {
  /// Takes the texts without recorded sizes from the same screen, imported in doubt, where the
  /// recorded sizes are not natural.
  fileprivate mutating func takeTexts(from doubting: ImportedScope, _ limit: OracleLimit) {
    let views = layoutCase.views.indices.filter {
      layoutCase.views[$0].text != doubting.layoutCase.views[$0].text
    }
    if views.isEmpty { return }
    let trusted = NaturalTexts.LaidOut(self, limit)
    let doubted = NaturalTexts.LaidOut(doubting, limit)
    for view in views where NaturalTexts.isForced(view, trusted: trusted, doubted: doubted) {
      layoutCase.views[view].text = doubting.layoutCase.views[view].text
    }
  }
}
