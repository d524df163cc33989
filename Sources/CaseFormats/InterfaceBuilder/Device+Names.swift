// SPDX-License-Identifier: MIT

extension Device {
  /// The common name of the device, for lists and reports: one of the models with this screen.
  package var name: String { Self.names.first { $0.id == id }?.name ?? id }

  /// The names of all models, in the order of the table, those of further models last.
  package static var modelNames: [String] { names.map(\.name) + models.flatMap(\.names) }

  /// Returns the device with an id or the name of a model with its screen, in portrait.
  ///
  /// Capitals and spaces do not matter.
  ///
  /// - Returns: nil for devices that are not in the table.
  package static func named(_ text: String) -> Device? {
    func key(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
    let wanted = key(text)
    if let device = all.first(where: { key($0.id) == wanted || key($0.name) == wanted }) {
      return device
    }
    let twin = models.first { $0.names.contains { key($0) == wanted } }
    return twin.flatMap { named($0.id, isLandscape: false) }
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
  /// Further models by screen.
  private static let models: [(id: String, names: [String])] = [
    ("retina4_0", ["iPhone 5", "iPhone 5c", "iPhone SE (1st generation)"]),
    (
      "retina4_7",
      [
        "iPhone 6", "iPhone 6s", "iPhone 7", "iPhone SE", "iPhone SE (2nd generation)",
        "iPhone SE (3rd generation)",
      ]
    ),
    ("retina5_5", ["iPhone 6 Plus", "iPhone 6s Plus", "iPhone 7 Plus"]),
    ("retina5_9", ["iPhone X", "iPhone XS"]),
    ("retina6_1", ["iPhone XR"]),
    ("retina6_5", ["iPhone XS Max"]),
    ("retina5_4", ["iPhone 12 mini"]),
    ("retina6_0", ["iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 16e"]),
    ("retina6_7", ["iPhone 12 Pro Max", "iPhone 13 Pro Max"]),
    ("retina6_12", ["iPhone 14 Pro", "iPhone 15 Pro", "iPhone 16"]),
    ("retina6_72", ["iPhone 14 Pro Max", "iPhone 15 Pro Max", "iPhone 16 Plus"]),
    ("retina6_3", ["iPhone 17", "iPhone 17 Pro"]),
    ("retina6_9", ["iPhone 17 Pro Max"]),
  ]
}
