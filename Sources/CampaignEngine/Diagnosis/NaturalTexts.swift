// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutEngine
import LayoutModel
import Lowering
import Solvers

/// Tells frames of texts that are natural sizes from frames that constraints gave the view, on the device that a
/// document was drawn for.
///
/// The document's editor measured texts with the real fonts, so a frame that the text model does not find
/// natural may still be. It is not where a layout with the model's size gives the view that very size: then
/// constraints decided it, and the text was squeezed or had room to spare.
enum NaturalTexts {
  /// Points that a solved length may differ from the recorded one.
  private static let tolerance = 1.0
  /// By how many times fonts and model differ at most: a frame smaller than that holds no whole line of its text.
  private static let errorMax = 2.0

  /// The document for a setup, with the natural sizes of texts as they are known best.
  ///
  /// - Complexity: two imports, and a layout for each screen with doubtful texts.
  static func imported(_ document: ParsedDocument, for setup: ImportSetup) -> ImportedDocument {
    var trusting = setup
    trusting.trustsTextFrames = true
    var doubting = setup
    doubting.trustsTextFrames = false
    var imported = document.imported(for: trusting)
    for (number, scope) in document.imported(for: doubting).scopes.enumerated() {
      imported.scopes[number].takeTexts(from: scope)
    }
    return imported
  }

  /// Whether the recorded frame of a view is not the natural size of its text.
  fileprivate static func isForced(
    _ view: Int, of scope: ImportedScope, in settled: SettledLayout, _ layout: Layout?
  ) -> Bool {
    // What the editor marks as wrong says nothing.
    if [.misplaced, .belowMisplaced, .ambiguous].contains(scope.skipReasons[view]) { return true }
    guard let recorded = scope.recordedFrames[view] else { return true }
    let (width, height) = (recorded.width.doubleValue, recorded.height.doubleValue)
    if let layout {
      let frame = layout.frames[view]
      if abs(frame.width - width) <= tolerance, abs(frame.height - height) <= tolerance {
        return true
      }
    }
    let natural = settled.lowered.layoutCase.views[view]
    func isTooSmall(_ length: Double, _ natural: LayoutNumber?) -> Bool {
      length * errorMax < natural?.doubleValue ?? 0
    }
    return isTooSmall(width, natural.intrinsicWidth) || isTooSmall(height, natural.intrinsicHeight)
  }
}

extension ImportedScope {
  /// Takes the texts without recorded sizes from the same screen, imported in doubt, where the recorded ones are
  /// no natural sizes.
  fileprivate mutating func takeTexts(from doubting: ImportedScope) {
    let views = layoutCase.views.indices.filter {
      layoutCase.views[$0].text != doubting.layoutCase.views[$0].text
    }
    if views.isEmpty { return }
    let settled = LayoutEngine.settle(doubting.layoutCase, solver: SimplexSolver())
    let layout = settled.result.outcome.solution.map {
      settled.lowered.layout(from: $0, rounded: true)
    }
    for view in views where NaturalTexts.isForced(view, of: doubting, in: settled, layout) {
      layoutCase.views[view].text = doubting.layoutCase.views[view].text
    }
  }
}
