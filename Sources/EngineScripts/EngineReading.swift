// SPDX-License-Identifier: MIT

import ExactNumerics

/// The answer of an engine to a reading.
package struct EngineReading: Sendable, Hashable {
  /// A rectangle in the coordinates of the root, in points.
  package struct Frame: Sendable, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    package subscript(part: EngineSystem.Part) -> Double {
      switch part {
      case .x: return x
      case .y: return y
      case .width: return width
      case .height: return height
      }
    }
  }

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

  /// The frames by id; missing ones were not reported.
  package var frames: [Int: Frame]
  /// The size hints of the root.
  package var hints: [EngineHints.Kind: Hint]
  /// The warnings and errors of the engine since the last reading.
  package var messages: [String]

  package init(
    frames: [Int: Frame], hints: [EngineHints.Kind: Hint] = [:], messages: [String] = []
  ) {
    self.frames = frames
    self.hints = hints
    self.messages = messages
  }
}
