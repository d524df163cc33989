// SPDX-License-Identifier: MIT

import LayoutModel

/// The answer of an engine to a reading.
package struct EngineReading: Sendable, Hashable {
  /// A width and a height that the root asks for.
  package struct Hint: Sendable, Hashable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    package subscript(axis: EngineAxis) -> Double { axis == .horizontal ? width : height }
  }

  /// The frames by id, in points and in the coordinates of the root; missing ones were not
  /// reported.
  package var frames: [Int: Rectangle<Double>]
  /// The size hints of the root.
  package var hints: [EngineHints.Kind: Hint]
  /// The warnings and errors of the engine since the last reading.
  package var messages: [String]

  package init(
    frames: [Int: Rectangle<Double>], hints: [EngineHints.Kind: Hint] = [:], messages: [String] = []
  ) {
    self.frames = frames
    self.hints = hints
    self.messages = messages
  }
}

extension Rectangle where Number == Double {
  /// The part of the rectangle that a row of the system is about.
  package subscript(part: EngineSystem.Part) -> Double {
    switch part {
    case .x: return x
    case .y: return y
    case .width: return width
    case .height: return height
    }
  }
}
