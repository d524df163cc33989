// SPDX-License-Identifier: MIT

/// A device whose screen Interface Builder lays out for (AUTOLAYOUT 17.10).
package struct Device: Sendable, Hashable {
  /// The room of a screen along an axis; the raw value is the name in documents.
  package enum SizeClass: String, Sendable, Hashable {
    case compact, regular
  }

  /// The id in documents: `retina4_7`.
  package var id: String
  /// The width in points, in the device's orientation.
  package var width: Int
  package var height: Int
  /// Pixels per point.
  package var scale: Int
  /// The height of the status bar at the top of a screen in portrait, in points.
  var statusBar: Int
  /// The height of the home indicator at the bottom of a screen in portrait, in points.
  var homeIndicator: Int
  package var widthClass: SizeClass
  package var heightClass: SizeClass
  package var isLandscape: Bool

  package var isPad: Bool { id.begins(with: "ipad") }

  /// All devices of the table in portrait, small ones first within phones, tablets and televisions.
  package static let all: [Device] = table.map { device(of: $0, isLandscape: false) }

  /// Returns the device with an id.
  ///
  /// - Returns: nil for devices that are not in the table.
  static func named(_ id: String, isLandscape: Bool) -> Device? {
    table.first { $0.id == id }.map { device(of: $0, isLandscape: isLandscape) }
  }

  private static func device(of row: Row, isLandscape: Bool) -> Device {
    let id = row.id
    let isPad = id.begins(with: "ipad") || id.begins(with: "appleTV")
    var device = Device(
      id: id, width: row.width, height: row.height, scale: row.scale, statusBar: row.statusBar,
      homeIndicator: row.homeIndicator, widthClass: isPad ? .regular : .compact,
      heightClass: .regular, isLandscape: false)
    guard isLandscape, !id.begins(with: "appleTV") else { return device }
    device.isLandscape = true
    swap(&device.width, &device.height)
    if !isPad {
      device.heightClass = .compact
      device.widthClass = row.isLarge ? .regular : .compact
    }
    return device
  }

  /// Returns the device whose screen has a size in portrait, for documents and roots that name
  /// none.
  static func withScreen(width: Int, height: Int) -> Device? {
    guard let row = table.first(where: { $0.width == width && $0.height == height }) else {
      return nil
    }
    return named(row.id, isLandscape: false)
  }

  private struct Row {
    var id: String
    var width: Int
    var height: Int
    var scale: Int
    var statusBar: Int
    var homeIndicator: Int
    /// Whether the width is regular in landscape.
    var isLarge = false
  }

  /// The screens in portrait, with the safe area of Interface Builder.
  private static let table: [Row] = [
    Row(id: "retina3_5", width: 320, height: 480, scale: 2, statusBar: 20, homeIndicator: 0),
    Row(id: "retina4_0", width: 320, height: 568, scale: 2, statusBar: 20, homeIndicator: 0),
    Row(id: "retina4_7", width: 375, height: 667, scale: 2, statusBar: 20, homeIndicator: 0),
    Row(
      id: "retina5_5", width: 414, height: 736, scale: 3, statusBar: 20, homeIndicator: 0,
      isLarge: true),
    Row(id: "retina5_9", width: 375, height: 812, scale: 3, statusBar: 44, homeIndicator: 34),
    Row(
      id: "retina6_1", width: 414, height: 896, scale: 2, statusBar: 44, homeIndicator: 34,
      isLarge: true),
    Row(
      id: "retina6_5", width: 414, height: 896, scale: 3, statusBar: 44, homeIndicator: 34,
      isLarge: true),
    Row(id: "retina5_4", width: 375, height: 812, scale: 3, statusBar: 50, homeIndicator: 34),
    Row(id: "retina6_0", width: 390, height: 844, scale: 3, statusBar: 47, homeIndicator: 34),
    Row(
      id: "retina6_7", width: 428, height: 926, scale: 3, statusBar: 47, homeIndicator: 34,
      isLarge: true),
    Row(id: "retina6_12", width: 393, height: 852, scale: 3, statusBar: 59, homeIndicator: 34),
    Row(
      id: "retina6_72", width: 430, height: 932, scale: 3, statusBar: 59, homeIndicator: 34,
      isLarge: true),
    Row(id: "retina6_3", width: 402, height: 874, scale: 3, statusBar: 62, homeIndicator: 34),
    Row(
      id: "retina6_9", width: 440, height: 956, scale: 3, statusBar: 62, homeIndicator: 34,
      isLarge: true),
    Row(id: "ipad9_7", width: 768, height: 1024, scale: 2, statusBar: 20, homeIndicator: 0),
    Row(id: "ipad10_2", width: 810, height: 1080, scale: 2, statusBar: 20, homeIndicator: 0),
    Row(id: "ipad10_5", width: 834, height: 1112, scale: 2, statusBar: 20, homeIndicator: 0),
    Row(
      id: "ipad10_9rounded", width: 820, height: 1180, scale: 2, statusBar: 24, homeIndicator: 20),
    Row(
      id: "ipad11_0rounded", width: 834, height: 1194, scale: 2, statusBar: 24, homeIndicator: 20),
    Row(id: "ipad12_9", width: 1024, height: 1366, scale: 2, statusBar: 20, homeIndicator: 0),
    Row(
      id: "ipad12_9rounded", width: 1024, height: 1366, scale: 2, statusBar: 24, homeIndicator: 20
    ),
    Row(id: "ipad8_3", width: 744, height: 1133, scale: 2, statusBar: 24, homeIndicator: 20),
    Row(id: "appleTV", width: 1920, height: 1080, scale: 1, statusBar: 60, homeIndicator: 60),
  ]
}
