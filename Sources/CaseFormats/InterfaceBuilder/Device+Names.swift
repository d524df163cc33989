// SPDX-License-Identifier: MIT

extension Device {
  /// The common name of the device, for lists and reports: one of the models with this screen.
  package var name: String { Self.names.first { $0.id == id }?.name ?? id }

  /// Returns the device with an id or a name, in portrait; capitals and spaces do not matter.
  ///
  /// - Returns: nil for devices that are not in the table.
  package static func named(_ text: String) -> Device? {
    func key(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
    let wanted = key(text)
    return all.first { key($0.id) == wanted || key($0.name) == wanted }
  }

  /// Returns the same device, rotated; a television stays as it is.
  package func turned(_ orientation: ImportSetup.Orientation) -> Device {
    Device.named(id, isLandscape: orientation == .landscape) ?? self
  }

  private static let names: [(id: String, name: String)] = [
    ("retina3_5", "iPhone 4s"),
    ("retina4_0", "iPhone 5s"),
    ("retina4_7", "iPhone 8"),
    ("retina5_5", "iPhone 8 Plus"),
    ("retina5_9", "iPhone 11 Pro"),
    ("retina6_1", "iPhone 11"),
    ("retina6_5", "iPhone 11 Pro Max"),
    ("retina5_4", "iPhone 13 mini"),
    ("retina6_0", "iPhone 14"),
    ("retina6_7", "iPhone 14 Plus"),
    ("retina6_12", "iPhone 15"),
    ("retina6_72", "iPhone 15 Plus"),
    ("retina6_3", "iPhone 16 Pro"),
    ("retina6_9", "iPhone 16 Pro Max"),
    ("ipad9_7", "iPad 9.7-inch"),
    ("ipad10_2", "iPad 10.2-inch"),
    ("ipad10_5", "iPad Pro 10.5-inch"),
    ("ipad10_9rounded", "iPad Air 10.9-inch"),
    ("ipad11_0rounded", "iPad Pro 11-inch"),
    ("ipad12_9", "iPad Pro 12.9-inch (home button)"),
    ("ipad12_9rounded", "iPad Pro 12.9-inch"),
    ("ipad8_3", "iPad mini 8.3-inch"),
    ("appleTV", "Apple TV"),
  ]
}
