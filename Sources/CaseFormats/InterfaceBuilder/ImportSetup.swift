// SPDX-License-Identifier: MIT

import LayoutModel

/// Where the screens of a document are laid out, in the place of the device they were drawn for.
///
/// A screen takes the size of the device, its size classes, safe area, bars and margins. A cell or
/// a view that stands alone keeps the size it was drawn with, but follows the device's width where
/// it was drawn as wide as its own. Recorded frames stay those of the document: they only say
/// something about `asDrawn`.
package struct ImportSetup: Sendable, Hashable {
  /// How a device is held; the raw value is the name in documents.
  package enum Orientation: String, Sendable, Hashable, CaseIterable {
    case portrait, landscape
  }

  /// Nil keeps the document's.
  ///
  /// One of another platform has no effect: a television for phones, any for a desktop.
  package var device: Device?
  /// Nil keeps the document's; with a device it is portrait then.
  package var orientation: Orientation?
  package var direction: LayoutCase.Environment.Direction
  /// Whether the frame of a text is taken as its natural size on the document's own device,
  /// whatever the text says.
  ///
  /// Constraints may have given it that frame: where that would hide what is wrong, only frames
  /// that the text model finds natural are.
  package var trustsTextFrames: Bool

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

  /// The header of a document with the device of the setup.
  func header(for drawn: DocumentHeader) -> DocumentHeader {
    var header = drawn
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

/// How the sizes of a document change on the way from the screen it was drawn for to another one.
struct ScreenChange {
  /// Width and height of the screens; nil when nothing changes.
  private let sizes: (drawn: (Double, Double), new: (Double, Double))?

  init(drawn: DocumentHeader, new: DocumentHeader) {
    guard !new.isAsDrawn, let device = new.device else {
      sizes = nil
      return
    }
    let old = drawn.device.map { (Double($0.width), Double($0.height)) } ?? (600, 600)
    sizes = (old, (Double(device.width), Double(device.height)))
  }

  /// A width on the new screen: what filled the old one fills the new one, anything else stays.
  func width(_ drawn: Double) -> Double {
    guard let sizes, drawn == sizes.drawn.0 else { return drawn }
    return sizes.new.0
  }

  /// The size of a controller's view, which may end below the top of its screen, on a sheet or
  /// under bars.
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

  /// How much of a screen's height bars and the gap above a sheet take at most.
  static let largestBars = 200.0
}
