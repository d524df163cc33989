// SPDX-License-Identifier: MIT

import LinearModel

extension LoweredCase {
  /// Returns the frames of a solution, rounded to pixels with or without a planted fault.
  ///
  /// - Precondition: the solution has a value for every variable of `system`.
  package func pixelLayout(from solution: Solution, fault: LoweringFault?) -> Layout {
    let scale = Double(layoutCase.environment.scale)
    func exact() -> Layout { layout(from: solution, rounded: false) }
    switch fault {
    case .pixelsCutOff:
      return exact().roundingEdges { ($0 * scale).rounded(.towardZero) / scale }
    case .scaleForgotten: return exact().roundingEdges { roundedToPixel($0, 1) }
    case .halvesToEven:
      return exact().roundingEdges { ($0 * scale).rounded(.toNearestOrEven) / scale }
    case .halvesFromZero:
      return exact().roundingEdges { ($0 * scale).rounded(.toNearestOrAwayFromZero) / scale }
    case .sizesRounded: return exact().roundingSizes { roundedToPixel($0, scale) }
    case .roundedInRoot:
      return exact().roundingInRoot(layoutCase.views.map(\.parent)) { roundedToPixel($0, scale) }
    case .contentCutOff:
      var layout = layout(from: solution, rounded: true)
      layout.contentSizes = exact().contentSizes.map {
        Layout.ContentSize(
          view: $0.view, width: ($0.width * scale).rounded(.towardZero) / scale,
          height: ($0.height * scale).rounded(.towardZero) / scale)
      }
      return layout
    default: return layout(from: solution, rounded: true)
    }
  }
}

extension Layout {
  /// Returns the layout with all edges rounded in one way.
  fileprivate func roundingEdges(_ round: (Double) -> Double) -> Layout {
    rounding(round) { _, frame in
      let (x, y) = (round(frame.x), round(frame.y))
      return Frame(
        x: x, y: y, width: round(frame.x + frame.width) - x,
        height: round(frame.y + frame.height) - y)
    }
  }

  /// Returns the layout with origins and sizes rounded, each by itself.
  fileprivate func roundingSizes(_ round: (Double) -> Double) -> Layout {
    rounding(round) { _, frame in
      Frame(
        x: round(frame.x), y: round(frame.y), width: round(frame.width),
        height: round(frame.height))
    }
  }

  /// Returns the layout with edges rounded in the root's coordinates.
  fileprivate func roundingInRoot(
    _ parents: [Int?], _ round: (Double) -> Double
  ) -> Layout {
    var origins: [(x: Double, y: Double)] = []
    for (frame, parent) in zip(frames, parents) {
      let outer = parent.map { origins[$0] } ?? (x: 0, y: 0)
      origins.append((outer.x + frame.x, outer.y + frame.y))
    }
    return rounding(round) { view, frame in
      let outer = parents[view].map { origins[$0] } ?? (x: 0, y: 0)
      let (x, y) = (round(origins[view].x), round(origins[view].y))
      return Frame(
        x: x - round(outer.x), y: y - round(outer.y),
        width: round(origins[view].x + frame.width) - x,
        height: round(origins[view].y + frame.height) - y)
    }
  }

  /// Returns the layout with frames rounded in one way, and the sizes of contents.
  private func rounding(
    _ round: (Double) -> Double, frame: (_ view: Int, Frame) -> Frame
  ) -> Layout {
    Layout(
      frames: frames.indices.map { frame($0, frames[$0]) },
      contentSizes: contentSizes.map {
        ContentSize(view: $0.view, width: round($0.width), height: round($0.height))
      })
  }
}
