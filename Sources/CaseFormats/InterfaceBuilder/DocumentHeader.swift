// SPDX-License-Identifier: MIT

import LayoutModel

/// The properties of the document element, which apply to all of its content.
struct DocumentHeader: Sendable {
  var runtime: ImportedDocument.Runtime
  var isStoryboard: Bool
  /// The major number of the Interface Builder that wrote the document; 0 when unknown.
  var toolsVersion: Int
  var usesAutoLayout: Bool
  var usesSafeAreas: Bool
  var isLaunchScreen: Bool
  /// The device that the content is laid out for: that of the document, or another requested one.
  ///
  /// Nil for documents of Xcode 7 and before, which are laid out on a canvas of 600 by 600.
  var device: Device?
  /// Whether `device` is the document's own, so that frames are those of its editor.
  var isAsDrawn = true
  /// The constants of the importer that are not used.
  var unused: Set<ImportConstant> = []

  /// Whether constants of the importer are used.
  func uses(_ constant: ImportConstant) -> Bool { !unused.contains(constant) }

  /// - Returns: nil with a reason when the element does not start such a document.
  static func read(_ tree: DocumentTree) -> Result<DocumentHeader, Refusal> {
    let root = 0
    guard ["document", "archive"].contains(tree[root].tag) else {
      return .failure(
        Refusal("the element <\(tree[root].tag)>, expected an Interface Builder <document>"))
    }
    guard tree[root].tag == "document", let type = tree.attribute("type", of: root) else {
      return .failure(Refusal("the format of Xcode 4 and before, which is not supported"))
    }
    let runtime: ImportedDocument.Runtime
    if type.contains("AppleTV") {
      runtime = .tvOS
    } else if type.contains("CocoaTouch") {
      runtime = .iOS
    } else if type.contains("Cocoa") {
      runtime = .macOS
    } else {
      return .failure(Refusal("the document type \(type), expected one of iOS, tvOS or macOS"))
    }
    return .success(
      DocumentHeader(
        runtime: runtime,
        isStoryboard: type.contains("Storyboard"),
        toolsVersion: toolsVersion(tree, root),
        usesAutoLayout: tree.isYes("useAutolayout", of: root),
        usesSafeAreas: tree.isYes("useSafeAreas", of: root),
        isLaunchScreen: tree.isYes("launchScreen", of: root),
        device: device(tree, root)))
  }

  struct Refusal: Error {
    var message: String
    init(_ message: String) { self.message = message }
  }

  /// The major number that some builds of Xcode write in place of their tools version.
  private static let placeholderVersion = 32700

  /// Returns the major number of the tools version; the version of the plug-in where the document
  /// has a placeholder.
  private static func toolsVersion(_ tree: DocumentTree, _ root: DocumentTree.NodeID) -> Int {
    func major(_ text: String?) -> Int {
      Int((text ?? "").prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
    let written = major(tree.attribute("toolsVersion", of: root))
    guard written == placeholderVersion,
      let list = tree.child(of: root, tag: "dependencies"),
      let plugIn = tree.child(of: list, tag: "plugIn")
    else { return written }
    let version = major(tree.attribute("version", of: plugIn))
    return version > 0 ? version : written
  }

  private static func device(_ tree: DocumentTree, _ root: DocumentTree.NodeID) -> Device? {
    guard let node = tree.child(of: root, tag: "device"), let id = tree.attribute("id", of: node)
    else { return nil }
    return Device.named(id, isLandscape: tree.attribute("orientation", of: node) == "landscape")
  }
}

extension DocumentHeader {
  /// Whether a size is that of the whole screen of the document's device.
  func isWholeScreen(_ size: LayoutSize) -> Bool {
    guard let device else { return false }
    return device.width == Int(size.width.doubleValue)
      && device.height == Int(size.height.doubleValue)
  }
}
