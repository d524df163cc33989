// SPDX-License-Identifier: MIT

extension Device {
  /// The narrowest screen with a regular width, as that of the smallest tablet, in points.
  private static let regularWidth = 600
  /// The lowest screen with a regular height, in points: no phone in landscape is as high.
  private static let regularHeight = 480

  /// Returns the device with a screen of a size, upright or rotated.
  ///
  /// Without such a device, the result is a hypothetical one with a status bar and square corners.
  ///
  /// - Precondition: both sizes are positive.
  package static func ofSize(width: Int, height: Int) -> Device {
    precondition(width > 0 && height > 0, "a screen is not \(width) x \(height)")
    if let upright = withScreen(width: width, height: height) { return upright }
    if let turned = withScreen(width: height, height: width)?.turned(.landscape) { return turned }
    return Device(
      id: "\(width)x\(height)", width: width, height: height, scale: 2, statusBar: 20,
      homeIndicator: 0, widthClass: width < regularWidth ? .compact : .regular,
      heightClass: height < regularHeight ? .compact : .regular, isLandscape: width > height)
  }
}
