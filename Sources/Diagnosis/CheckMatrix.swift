// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel

/// The devices, directions and texts with which screens are checked.
package struct CheckMatrix: Sendable {
  /// A group of devices; documents for a desktop or television only know their own.
  package enum Devices: Sendable, Hashable {
    /// The document's own.
    case own
    /// The own one and the smallest.
    case smoke
    /// The own one, the smallest and the largest of its family.
    case standard
    /// All of its family, and the smallest and largest rotated.
    case all
    /// The one with a screen of this size.
    case device(Device)
    /// The device that the user named by its name or id.
    case named(Device)

    /// The only device; nil for a group.
    var only: Device? {
      switch self {
      case .device(let device), .named(let device): return device
      case .own, .smoke, .standard, .all: return nil
      }
    }
  }

  /// The chosen groups of devices, of which the union counts; nil when none were chosen.
  package var devices: [Devices]?
  package var directions: [LayoutCase.Environment.Direction]?
  package var texts: [TextVariant]?
  /// A size for case files that replaces their own.
  package var caseSize: LayoutSize?
  /// Whether all combinations are made, also of dimensions that the user did not choose.
  package var isFull: Bool

  package init(
    devices: [Devices]? = nil, directions: [LayoutCase.Environment.Direction]? = nil,
    texts: [TextVariant]? = nil, caseSize: LayoutSize? = nil, isFull: Bool = false
  ) {
    self.devices = devices
    self.directions = directions
    self.texts = texts
    self.caseSize = caseSize
    self.isFull = isFull
  }

  /// Returns the configurations of a document, the nearest to that of its author first.
  ///
  /// By default these are the own device, each single change, and the smallest device with right to
  /// left, doubled texts and a long word together. If only texts were chosen, each of them is
  /// checked on the default devices and right to left.
  package func configurations(of document: ParsedDocument) -> [CheckConfiguration] {
    let own = document.device
    let isPhoneOrPad = document.runtime == .iOS
    if devices == nil, directions == nil, !isFull {
      return Self.standard(isPhoneOrPad ? Self.devices([.standard], own) : [nil], with: texts)
    }
    let all: [Device?] =
      isPhoneOrPad ? Self.devices(devices ?? [isFull ? .all : .own], own) : [nil]
    return product(all)
  }

  /// Returns the configurations of a case file: only the chosen ones.
  package func configurationsOfCase() -> [CheckConfiguration] {
    if directions == nil, texts == nil, !isFull { return [.own] }
    return product([nil])
  }

  private func product(_ devices: [Device?]) -> [CheckConfiguration] {
    let directions: [LayoutCase.Environment.Direction?] =
      self.directions ?? (isFull ? [.leftToRight, .rightToLeft] : [nil])
    let texts = self.texts ?? (isFull ? TextVariant.allCases : [.asIs])
    var found: [CheckConfiguration] = []
    for device in devices {
      for direction in directions {
        for text in texts {
          found.append(
            CheckConfiguration(
              device: device, direction: direction, text: text, namesDevice: isNamed(device)))
        }
      }
    }
    return Self.sorted(found)
  }

  private func isNamed(_ device: Device?) -> Bool {
    guard let device, let devices else { return false }
    return devices.contains(.named(device))
  }

  /// Returns a remark about a chosen device or size that has no effect; nil when there is none.
  ///
  /// - Parameter runtime: the platform of a document; nil for a case file.
  /// - Returns: one sentence; nil when all choices have an effect.
  package func remark(onDevicesFor runtime: ImportedDocument.Runtime?) -> String? {
    let asked = (devices ?? []).compactMap(\.only)
    guard let first = asked.first else { return nil }
    let option = caseSize == nil ? "--device" : "--size"
    switch runtime {
    case nil:
      return caseSize == nil
        ? "--device changes nothing: a case file has no devices; --size lays it out in another size"
        : nil
    case .iOS:
      guard asked.contains(where: \.isTelevision) else { return nil }
      return "--device changes nothing: \(first.name) is no device of a document for iOS"
    case .tvOS, .macOS:
      return
        "\(option) changes nothing: a document for \(runtime?.rawValue ?? "") only knows its own"
    }
  }

  /// Returns the default configurations, or those with the chosen texts in their place.
  private static func standard(
    _ devices: [Device?], with texts: [TextVariant]?
  ) -> [CheckConfiguration] {
    var plain = devices.map { CheckConfiguration(device: $0) }
    plain.append(CheckConfiguration(direction: .rightToLeft))
    let smallest = devices.lazy.compactMap(\.self).first
    if let smallest { plain.append(CheckConfiguration(device: smallest, direction: .rightToLeft)) }
    if let texts {
      return sorted(
        texts.flatMap { text in
          plain.map {
            CheckConfiguration(device: $0.device, direction: $0.direction, text: text)
          }
        })
    }
    var found = plain + TextVariant.allCases.dropFirst().map { CheckConfiguration(text: $0) }
    if let smallest {
      found += [.doubled, .longWord].map { CheckConfiguration(device: smallest, text: $0) }
    }
    return sorted(found)
  }

  /// Sorts configurations: those with the original texts first, then nearest first, else in order.
  ///
  /// A finding is described in the first configuration in which it is most severe.
  private static func sorted(_ found: [CheckConfiguration]) -> [CheckConfiguration] {
    func place(_ found: (offset: Int, element: CheckConfiguration)) -> (Int, Int, Int) {
      (found.element.text == .asIs ? 0 : 1, found.element.distance, found.offset)
    }
    return found.enumerated().sorted { place($0) < place($1) }.map(\.element)
  }

  /// Returns the devices that some words mean, each once: nil for the own one.
  private static func devices(_ words: [Devices], _ own: Device?) -> [Device?] {
    var found: [Device?] = []
    for word in words {
      for device in devices(word, own) {
        let other = device.flatMap { own?.isSameScreen(as: $0) == true ? nil : $0 }
        let isKnown = found.contains { known in
          guard let known, let other else { return known == nil && other == nil }
          return known.isSameScreen(as: other)
        }
        if !isKnown { found.append(other) }
      }
    }
    return found
  }

  /// Returns the own device, which is nil, then others of its family.
  private static func devices(_ word: Devices, _ own: Device?) -> [Device?] {
    if let device = word.only { return [device.isTelevision ? nil : device] }
    let family = Device.all.filter { !$0.isTelevision && $0.isPad == (own?.isPad ?? false) }
      .sorted { ($0.width, $0.height, $0.id) < ($1.width, $1.height, $1.id) }
    // The oldest phone is as narrow as the next, and lower than any that are in use.
    let used = family.filter { $0.id != "retina3_5" }
    guard var smallest = used.first, var largest = used.last else { return [nil] }
    if own?.isLandscape == true, word != .all {
      // An application in landscape is so on other devices.
      (smallest, largest) = (smallest.turned(.landscape), largest.turned(.landscape))
    }
    switch word {
    case .own, .device, .named: return [nil]
    case .smoke: return [nil, smallest]
    case .standard: return [nil, smallest, largest]
    case .all: return [nil] + family + [smallest, largest].map { $0.turned(.landscape) }
    }
  }
}

extension Device {
  fileprivate var isTelevision: Bool { id == "appleTV" }

  fileprivate func isSameScreen(as other: Device) -> Bool {
    width == other.width && height == other.height
  }
}
