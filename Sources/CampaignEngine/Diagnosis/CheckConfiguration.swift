// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel

/// Where and with which texts a screen is looked at.
package struct CheckConfiguration: Sendable, Hashable {
  /// Nil for the device that the document was drawn for, and for the size of a case.
  package var device: Device?
  /// Nil for the direction of the document, which is left to right, or that of the case.
  package var direction: LayoutCase.Environment.Direction?
  package var text: TextVariant

  package init(
    device: Device? = nil, direction: LayoutCase.Environment.Direction? = nil,
    text: TextVariant = .asIs
  ) {
    self.device = device
    self.direction = direction
    self.text = text
  }

  /// The screen as its author sees it.
  package static let own = CheckConfiguration()

  /// How many changes away from what its author sees.
  package var distance: Int {
    (device == nil ? 0 : 1) + (direction == nil || direction == .leftToRight ? 0 : 1)
      + (text == .asIs ? 0 : 1)
  }

  /// In words: `320x568, right to left, with doubled texts`.
  package var name: String {
    var parts: [String] = []
    if let device { parts.append("\(device.width)x\(device.height)") }
    if direction == .rightToLeft { parts.append("right to left") }
    if text != .asIs { parts.append("with \(text.phrase)") }
    return parts.isEmpty ? "as drawn" : parts.joined(separator: ", ")
  }

  /// How a document is imported for it.
  var setup: ImportSetup {
    ImportSetup(
      device: device,
      orientation: device.map { $0.isLandscape ? .landscape : .portrait },
      direction: direction ?? .leftToRight)
  }
}
