// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// A storyboard or xib that was read once and can be laid out for many devices.
///
/// - Complexity: O(n) for n elements; `imported(for:)` again O(n) each time, without reading XML.
package struct ParsedDocument: Sendable {
  /// The name of the document, as the user gave it.
  package let file: String
  private let content: Result<Content, DocumentReader.Failure>

  /// The data that all screens of the document share, independent of the device.
  struct Content: Sendable {
    var tree: DocumentTree
    var header: DocumentHeader
    var outline: ViewOutline
    var graph: SceneGraph
    /// The natural sizes of designable views that the document caches, by view id; negative for
    /// none.
    var designedSizes: [String: LayoutSize]
    var imageSizes: ImageSizes
    /// The first element with each id.
    var nodesByID: [String: DocumentTree.NodeID]
    var outlets: DocumentOutlets
  }

  /// Parses any bytes; `imported(for:)` reports their errors.
  init(_ bytes: [UInt8], file: String, fault: ImportFault? = nil) {
    self.file = file
    do throws(DocumentReader.Failure) {
      var tree = try DocumentReader.read(bytes)
      fault?.misread(&tree)
      content = .success(try Content(tree: tree))
    } catch {
      var failure = error
      if failure.isDamage, let marker = MergeMarker(in: bytes) {
        (failure.message, failure.location) = (marker.message, marker.location)
      }
      content = .failure(failure)
    }
  }

  /// The error in a damaged document, which is no well-formed XML; nil for a document that can be
  /// used, and for one of an unsupported format or size.
  package var damage: Diagnostic? {
    guard case .failure(let failure) = content, failure.isDamage else { return nil }
    return Diagnostic(
      severity: .error, file: file, location: failure.location, message: failure.message)
  }

  /// The platform whose views the document has; nil when it cannot be used.
  package var runtime: ImportedDocument.Runtime? { try? content.get().header.runtime }

  /// The number of elements of the document; 0 when it cannot be used.
  package var elementCount: Int { (try? content.get().tree.nodes.count) ?? 0 }

  /// The device that the document was drawn for; nil when it names none.
  package var device: Device? { try? content.get().header.device }

  /// Imports the scopes of the document on a device.
  ///
  /// - Parameters:
  ///   - setup: the device.
  ///   - other: an import of the same document. A view shares its rare properties with the view at
  ///     the same index there, if they are equal and have neither texts nor labels.
  /// - Returns: the scopes, with diagnostics for the parts that could not be imported.
  package func imported(
    for setup: ImportSetup = .asDrawn, sharingViewsWith other: ImportedDocument? = nil
  ) -> ImportedDocument {
    var document = ImportedDocument(file: file)
    switch content {
    case .failure(let failure):
      document.unusableReason = failure.message
      document.diagnostics.append(
        Diagnostic(
          severity: .error, file: file, location: failure.location, message: failure.message))
    case .success(let content):
      document.runtime = content.header.runtime
      document.toolsVersion = content.header.toolsVersion
      var builder = ScopeBuilder(
        content: content, setup: setup, sharedScopes: other?.scopes ?? [], file: file)
      document.scopes = builder.allScopes()
      document.diagnostics = builder.diagnostics
    }
    return document
  }
}

extension ParsedDocument.Content {
  init(tree: DocumentTree) throws(DocumentReader.Failure) {
    switch DocumentHeader.read(tree) {
    case .success(let read): header = read
    case .failure(let refusal):
      throw DocumentReader.Failure(
        message: refusal.message, location: tree[0].location, isDamage: false)
    }
    self.tree = tree
    outline = ViewOutline(tree: tree)
    try Self.checkLimits(of: tree, outline)
    graph = SceneGraph(tree: tree)
    designedSizes = Self.designedSizes(tree)
    imageSizes = ImageSizes(tree: tree)
    outlets = DocumentOutlets(tree: tree)
    nodesByID = [:]
    for node in tree.nodes.indices {
      if let id = tree.attribute("id", of: node), nodesByID[id] == nil { nodesByID[id] = node }
    }
  }

  private static func designedSizes(_ tree: DocumentTree) -> [String: LayoutSize] {
    guard let list = tree.child(of: 0, tag: "designables") else { return [:] }
    var sizes: [String: LayoutSize] = [:]
    for designable in tree.children(of: list) {
      guard let name = tree.attribute("name", of: designable),
        let size = tree.child(of: designable, tag: "size", key: "intrinsicContentSize"),
        let width = tree.attribute("width", of: size).flatMap(DocumentNumber.points),
        let height = tree.attribute("height", of: size).flatMap(DocumentNumber.points)
      else { continue }
      sizes[name] = LayoutSize(width: width, height: height)
    }
    return sizes
  }
}
