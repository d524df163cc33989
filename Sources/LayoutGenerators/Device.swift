// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Screens of devices, in points, with the areas that their edges and bars cover (AUTOLAYOUT 13.3
/// and 17.10).
struct Device: Sendable {
  var width: Int
  var height: Int
  var scale: Int
  /// The covered heights at top and bottom in portrait.
  var top: Int
  var bottom: Int
  /// The covered width at both sides in landscape, for a device with a notch.
  var side = 0

  static let all: [Device] = [
    Device(width: 320, height: 568, scale: 2, top: 20, bottom: 0),
    Device(width: 375, height: 667, scale: 2, top: 20, bottom: 0),
    Device(width: 414, height: 736, scale: 3, top: 20, bottom: 0),
    Device(width: 375, height: 812, scale: 3, top: 44, bottom: 34, side: 44),
    Device(width: 414, height: 896, scale: 2, top: 44, bottom: 34, side: 44),
    Device(width: 390, height: 844, scale: 3, top: 47, bottom: 34, side: 47),
    Device(width: 393, height: 852, scale: 3, top: 59, bottom: 34, side: 59),
    Device(width: 430, height: 932, scale: 3, top: 59, bottom: 34, side: 59),
    Device(width: 402, height: 874, scale: 3, top: 62, bottom: 34, side: 62),
    Device(width: 768, height: 1024, scale: 2, top: 20, bottom: 0),
    Device(width: 834, height: 1194, scale: 2, top: 24, bottom: 20),
    Device(width: 1024, height: 1366, scale: 2, top: 24, bottom: 20),
  ]

  /// Draws the environment of a root view that fills the screen, in portrait or landscape,
  /// sometimes under bars.
  static func drawEnvironment(
    _ direction: LayoutCase.Environment.Direction, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> LayoutCase.Environment {
    let device = all[try source.index(below: all.count)]
    let isTurned = try source.bool(1, in: 4)
    let hasBars = try source.bool(1, in: 4)
    let top = (isTurned && device.side > 0 ? 0 : device.top) + (hasBars ? 44 : 0)
    let bottom = (isTurned && device.side > 0 ? 21 : device.bottom) + (hasBars ? 49 : 0)
    let side = LayoutNumber(isTurned ? device.side : 0)
    return LayoutCase.Environment(
      size: LayoutSize(
        width: LayoutNumber(isTurned ? device.height : device.width),
        height: LayoutNumber(isTurned ? device.width : device.height)),
      scale: device.scale, direction: direction,
      safeArea: LayoutInsets(
        top: LayoutNumber(top), left: side, bottom: LayoutNumber(bottom), right: side))
  }
}
