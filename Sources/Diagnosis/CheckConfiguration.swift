// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import Oracles

/// The device, direction and texts with which a screen is checked.
package struct CheckConfiguration: Sendable, Hashable {
  /// The device; nil for the device that the document was drawn for, and for the size of a case.
  package var device: Device?
  /// The direction; nil for that of the document, which is left to right, or of the case.
  package var direction: LayoutCase.Environment.Direction?
  package var text: TextVariant
  /// Whether the user named the device.
  package var namesDevice: Bool

  package init(
    device: Device? = nil, direction: LayoutCase.Environment.Direction? = nil,
    text: TextVariant = .asIs, namesDevice: Bool = false
  ) {
    self.device = device
    self.direction = direction
    self.text = text
    self.namesDevice = namesDevice
  }

  /// The screen as its author sees it.
  package static let own = CheckConfiguration()

  /// The number of differences from the configuration that its author sees.
  package var distance: Int {
    (device == nil ? 0 : 1) + (direction == nil || direction == .leftToRight ? 0 : 1)
      + (text == .asIs ? 0 : 1)
  }

  /// The configuration in words: `320x568, right to left, with doubled texts`, with the name of the
  /// device if the user named it.
  package var name: String {
    var parts: [String] = []
    if let device {
      let size = "\(device.width)x\(device.height)"
      parts.append(namesDevice ? "\(size) (\(device.name))" : size)
    }
    if direction == .rightToLeft { parts.append("right to left") }
    if text != .asIs { parts.append("with \(text.phrase)") }
    return parts.isEmpty ? "as drawn" : parts.joined(separator: ", ")
  }

  /// The configuration for people: `iPhone 5s, 320x568, right to left`.
  package var phrase: String {
    var named = self
    named.device = nil
    guard let device else { return name }
    let size = "\(device.width)x\(device.height)"
    let words = device.name == device.id ? size : "\(device.name), \(size)"
    return named == CheckConfiguration(namesDevice: namesDevice)
      ? words : "\(words), \(named.name)"
  }

  /// The configuration in as few words as possible: `iPhone 5s, right to left`.
  package var shortPhrase: String {
    var parts = device.map { [$0.name] } ?? []
    if direction == .rightToLeft { parts.append("right to left") }
    if text != .asIs { parts.append(text.phrase) }
    return parts.isEmpty ? "as drawn" : parts.joined(separator: ", ")
  }

  /// Returns the name of a screen with the configuration: `Login on iPhone 8 (375x667), right to
  /// left`.
  ///
  /// `own` is the device that the document was drawn for; nil when it names none. `drawnSize` is
  /// the size of the screen as it is drawn; nil for a case file.
  package func heading(_ screen: String, own: Device?, drawnSize: LayoutSize?) -> String {
    var rest = self
    rest.device = nil
    var text = screen
    if let device = device ?? own {
      let size = "\(device.width)x\(device.height)"
      text += " on " + (device.name == device.id ? size : "\(device.name) (\(size))")
    } else if let size = drawnSize {
      text += " as drawn (\(size.width.shown)x\(size.height.shown))"
    }
    return rest.distance == 0 ? text : "\(text), \(rest.name)"
  }

  /// The settings with which a document is imported for it.
  var setup: ImportSetup {
    ImportSetup(
      device: device,
      orientation: device.map { $0.isLandscape ? .landscape : .portrait },
      direction: direction ?? .leftToRight)
  }
}

extension CheckConfiguration {
  /// Returns a document for this device and direction, with the best known natural sizes of texts.
  package func imported(
    _ document: ParsedDocument, limit: OracleLimit = .standard,
    sharingViewsWith other: ImportedDocument? = nil
  ) -> ImportedDocument {
    NaturalTexts.imported(document, for: setup, limit: limit, sharingViewsWith: other)
  }

  /// Returns a screen of a document that was imported for this device and direction.
  package func diagnosed(_ scope: ImportedScope, file: String) -> DiagnosedCase {
    var diagnosed = DiagnosedCase(scope, file: file)
    diagnosed.layoutCase = text.applied(
      to: diagnosed.layoutCase, keepsLines: scope.runtime == .macOS,
      isWritten: { !scope.origins[$0].hasOutlet || scope.layoutCase.views[$0].kind == .button })
    return diagnosed
  }

  /// Returns a case with another direction, texts and size; its expectations only hold for the case
  /// itself.
  package func diagnosed(
    _ layoutCase: LayoutCase, size: LayoutSize?, file: String
  ) -> DiagnosedCase {
    var diagnosed = DiagnosedCase(layoutCase, file: file)
    diagnosed.layoutCase = applied(to: layoutCase, size: size)
    return diagnosed
  }

  private func applied(to layoutCase: LayoutCase, size: LayoutSize?) -> LayoutCase {
    var changed = text.applied(to: layoutCase)
    if let direction, direction != changed.environment.direction {
      changed.environment.direction = direction
      changed.expectation = nil
    }
    if let size, size != changed.environment.size {
      changed.environment.size = size
      changed.expectation = nil
    }
    return changed
  }

  /// Returns the command-line options that select it: `--device retina4_0 --text doubled`.
  ///
  /// - Parameter size: the size of a case, where the user chose another than its own.
  /// - Returns: the words of the options.
  package func options(size: LayoutSize? = nil) -> [String] {
    var words: [String] = []
    if let device {
      let isNamed = Device.named(device.id) == device
      words += ["--device", isNamed ? device.id : "\(device.width)x\(device.height)"]
    }
    if let size { words += ["--size", "\(size.width.text)x\(size.height.text)"] }
    switch direction {
    case .rightToLeft: words += ["--direction", "rtl"]
    case .leftToRight: words += ["--direction", "ltr"]
    case nil: break
    }
    if text != .asIs { words += ["--text", text.rawValue] }
    return words
  }
}
