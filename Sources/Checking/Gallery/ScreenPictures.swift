// SPDX-License-Identifier: MIT

import Reporting
import ToolSupport

/// The pictures of a screen: a small one of each configuration, and one of each finding.
package struct ScreenPictures: Sendable {
  /// A configuration that differs from all nearer ones.
  package struct Frame: Sendable {
    /// The configuration in words: `iPhone 5s, 320x568, right to left`.
    package let name: String
    /// The configuration in as few words as possible: `iPhone 5s, right to left`.
    package let shortName: String
    /// The device, as the heading of a column.
    package let device: String
    /// Nil where the screen cannot be drawn.
    package let thumbnail: Thumbnail?

    package init(name: String, shortName: String, device: String, thumbnail: Thumbnail?) {
      self.name = name
      self.shortName = shortName
      self.device = device
      self.thumbnail = thumbnail
    }
  }

  /// A finding in the pictures.
  package struct Shot: Sendable {
    /// The picture, or the reason for a missing one.
    package enum Picture: Sendable {
      case svg(String)
      case none(reason: String)
    }

    package let picture: Picture
    /// The numbers of the frames that show the finding; the picture is that of the first.
    package let frames: [Int]
    /// The numbers of the frames in which its rule is not judged because of a conflict.
    package let unjudged: [Int]

    /// - Precondition: there is a frame.
    package init(picture: Picture, frames: [Int], unjudged: [Int] = []) {
      precondition(!frames.isEmpty, "a finding is in some configuration")
      self.picture = picture
      self.frames = frames
      self.unjudged = unjudged
    }
  }

  /// The requested devices, the nearest first.
  package let devices: [String]
  /// The configurations, the nearest first.
  package let frames: [Frame]
  /// The findings by number; nil for those that have no card.
  package let shots: [Shot?]

  package init(devices: [String], frames: [Frame], shots: [Shot?]) {
    self.devices = devices
    self.frames = frames
    self.shots = shots
  }
}
