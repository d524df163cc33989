// SPDX-License-Identifier: MIT

import LayoutModel
import LinearModel

extension LoweredCase {
  /// Computes the frames of a solution.
  ///
  /// Rounding follows AUTOLAYOUT 14.1. In the superview's coordinates each edge of the alignment
  /// rectangle moves to the nearest device pixel, halves up. The frame is that rectangle extended
  /// by the alignment insets. Content sizes are rounded in the same way.
  ///
  /// - Precondition: the solution has a value for every variable of `system`.
  /// - Parameters:
  ///   - solution: the values of the variables, in points.
  ///   - rounded: whether to round to pixels; false keeps the solver's own numbers.
  /// - Returns: a frame for every view, and the content sizes of scroll views.
  /// - Complexity: O(views).
  package func layout(from solution: Solution, rounded: Bool) -> Layout {
    precondition(
      solution.values.count == system.variableCount,
      "\(solution.values.count) values for \(system.variableCount) variables")
    let values = solution.values
    let scale = rounded ? Double(layoutCase.environment.scale) : nil
    var frames: [Layout.Frame] = []
    frames.reserveCapacity(layoutCase.views.count)
    var contentSizes: [Layout.ContentSize] = []
    let views = layoutCase.views
    for index in views.indices {
      let variable = viewVariables[index]
      var origin = (x: 0.0, y: 0.0)
      let own = views[index].alignmentInsets
      if let parent = views[index].parent {
        let insets = views[parent].alignmentInsets
        origin.x = values[viewVariables[parent]] - insets.left.doubleValue
        origin.y = values[viewVariables[parent] + 1] - insets.top.doubleValue
      }
      let horizontal = extent(
        from: values[variable] - origin.x, size: values[variable + 2], scale,
        own.left, own.right)
      let vertical = extent(
        from: values[variable + 1] - origin.y, size: values[variable + 3], scale,
        own.top, own.bottom)
      frames.append(
        Layout.Frame(
          x: horizontal.start, y: vertical.start, width: horizontal.size, height: vertical.size))
      let content = contentVariables[index]
      if content >= 0 {
        contentSizes.append(
          Layout.ContentSize(
            view: index, width: extent(from: 0, size: values[content], scale, 0, 0).size,
            height: extent(from: 0, size: values[content + 1], scale, 0, 0).size))
      }
    }
    return Layout(frames: frames, contentSizes: contentSizes)
  }

  /// Returns one axis of a frame from the same axis of the alignment rectangle.
  private func extent(
    from start: Double, size: Double, _ scale: Double?, _ low: LayoutNumber, _ high: LayoutNumber
  ) -> (start: Double, size: Double) {
    var lowEdge = start
    var length = size
    if let scale {
      lowEdge = roundedToPixel(start, scale)
      length = roundedToPixel(start + size, scale) - lowEdge
    }
    if low.isZero && high.isZero { return (lowEdge, length) }
    return (lowEdge - low.doubleValue, length + low.doubleValue + high.doubleValue)
  }
}

/// Returns the nearest multiple of `1 / scale`, halves up.
///
/// A solver's half is a half only up to rounding, so a value less than a millionth of a pixel below
/// a half counts as one.
func roundedToPixel(_ value: Double, _ scale: Double) -> Double {
  let slack = 1.0 / 1_048_576
  // Adding zero turns a negative zero into zero.
  return (value * scale + 0.5 + slack).rounded(.down) / scale + 0
}
