// SPDX-License-Identifier: MIT

import LayoutModel

/// The device for the screens of a document, which replaces the one that they were drawn for.
///
/// A screen takes the size of the device, its size classes, safe area, bars and margins. A cell or
/// a view that stands alone keeps its drawn size, but follows the device's width if it was drawn as
/// wide as its own device. Recorded frames stay those of the document: they are only meaningful for
/// `asDrawn`.
package struct ImportSetup: Sendable, Hashable {
  /// The orientation of a device; the raw value is the name in documents.
  package enum Orientation: String, Sendable, Hashable, CaseIterable {
    case portrait, landscape
  }

  /// The device; nil keeps the document's.
  ///
  /// A device of another platform has no effect: a television for phones, any for a desktop.
  package var device: Device?
  /// The orientation; nil keeps the document's, or means portrait together with a device.
  package var orientation: Orientation?
  package var direction: LayoutCase.Environment.Direction
  /// Whether the frame of any text is used as its natural size on the document's own device.
  ///
  /// Constraints may have decided that frame. Where that would hide a problem, the value is false:
  /// then only frames that the text model considers natural are used.
  package var trustsTextFrames: Bool
  /// The constants of the importer that are not used, to measure their worth.
  package var unused: Set<ImportConstant> = []

  package init(
    device: Device? = nil, orientation: Orientation? = nil,
    direction: LayoutCase.Environment.Direction = .leftToRight, trustsTextFrames: Bool = true
  ) {
    self.device = device
    self.orientation = orientation
    self.direction = direction
    self.trustsTextFrames = trustsTextFrames
  }

  /// The document as its author sees it.
  package static let asDrawn = ImportSetup()

  /// Returns the header of a document with the device of the setup.
  func header(for drawn: DocumentHeader) -> DocumentHeader {
    var header = drawn
    header.unused = unused
    guard drawn.runtime != .macOS else { return header }
    if let device, (device.id == "appleTV") == (drawn.runtime == .tvOS) {
      header.device = device.turned(orientation ?? .portrait)
    } else if let orientation {
      header.device = drawn.device?.turned(orientation)
    }
    header.isAsDrawn = header.device == drawn.device
    return header
  }
}

/// The change of the sizes of a document from the screen it was drawn for to another one.
struct ScreenChange {
  /// The width and height of the screens; nil when nothing changes.
  private let sizes: (drawn: (Double, Double), new: (Double, Double))?

  init(drawn: DocumentHeader, new: DocumentHeader) {
    guard !new.isAsDrawn, let device = new.device else {
      sizes = nil
      return
    }
    let old = drawn.device.map { (Double($0.width), Double($0.height)) } ?? (600, 600)
    sizes = (old, (Double(device.width), Double(device.height)))
  }

  /// Returns a width on the new screen: a width that filled the old screen fills the new one, any
  /// other stays.
  func width(_ drawn: Double) -> Double {
    guard let sizes, drawn == sizes.drawn.0 else { return drawn }
    return sizes.new.0
  }

  /// Returns the size of a controller's view, which may start below the top of its screen, on a
  /// sheet or under bars.
  func screen(width: Double, height: Double) -> (width: Double, height: Double) {
    guard let sizes else { return (width, height) }
    var old = sizes.drawn
    // Documents without a device may still show phones.
    if let phone = Device.withScreen(width: Int(width), height: Int(height)), old == (600, 600) {
      old = (Double(phone.width), Double(phone.height))
    }
    let missing = old.1 - height
    guard width == old.0, missing >= 0, missing <= Self.largestBars else {
      return (width, height)
    }
    return (sizes.new.0, sizes.new.1 - missing)
  }

  /// The largest height of bars and the gap above a sheet, in points.
  static let largestBars = 200.0
}
