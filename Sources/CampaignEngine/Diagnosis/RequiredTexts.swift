// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import Lowering
import Solvers

/// Texts of several lines whose natural size is required.
///
/// The passes of layout begin with each text on one line. Where that size is required it may contradict a layout
/// in which the wrapped text fits, and then no pass tells the width to wrap at. So the widths are found with
/// the natural sizes as preferences, and the texts begin wrapped there.
enum RequiredTexts {
  /// The case with texts wrapped at widths in a layout; the case as it is when it has one without that, or
  /// none at all.
  ///
  /// - Complexity: up to three layouts for a case with such texts.
  static func wrapped(in layoutCase: LayoutCase) -> LayoutCase {
    let views = layoutCase.views.indices.filter { isRequired(layoutCase.views[$0]) }
    if views.isEmpty || layout(of: layoutCase) != nil { return layoutCase }
    var preferred = layoutCase
    for view in views {
      preferred.views[view].hugging = preferred.views[view].hugging.belowRequired
      preferred.views[view].compressionResistance =
        preferred.views[view].compressionResistance.belowRequired
    }
    guard let found = layout(of: preferred) else { return layoutCase }
    var wrapped = layoutCase
    for view in views {
      let insets = layoutCase.views[view].alignmentInsets
      let width =
        found.frames[view].width - insets.left.doubleValue - insets.right.doubleValue
      // Fine enough that no line breaks elsewhere, and coarser than what a solver rounds.
      let parts = (width * 1024).rounded()
      guard parts > 0, parts < 1e12 else { continue }
      wrapped.views[view].text?.preferredWidth = LayoutNumber(Int64(parts), 1024, form: .fraction)
    }
    return layout(of: wrapped) == nil ? layoutCase : wrapped
  }

  private static func isRequired(_ view: View) -> Bool {
    guard let text = view.text, text.lineLimit != 1, !text.string.isEmpty,
      text.preferredWidth == nil
    else { return false }
    return Axis.allCases.contains {
      view.hugging[$0].isRequired || view.compressionResistance[$0].isRequired
    }
  }

  private static func layout(of layoutCase: LayoutCase) -> Layout? {
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    return settled.result.outcome.solution.map { settled.lowered.layout(from: $0, rounded: false) }
  }
}

extension AxisPriorities {
  /// The same, with what is required just below it.
  fileprivate var belowRequired: AxisPriorities {
    AxisPriorities(
      horizontal: horizontal.isRequired ? Priority(999) : horizontal,
      vertical: vertical.isRequired ? Priority(999) : vertical)
  }
}
