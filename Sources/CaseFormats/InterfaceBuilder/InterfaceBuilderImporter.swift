// SPDX-License-Identifier: MIT

import LayoutModel

/// Reads storyboards and xibs.
///
/// A document is split into scopes: a root of fixed size with all that is laid out inside it. What a document does
/// not say, because the device or the system decides it (safe areas, bars, margins, alignment
/// rectangles), comes from fixed tables; nothing is read from the recorded frames but the size of
/// roots, the natural sizes of leaves and the frames of views that are held.
package enum InterfaceBuilderImporter {
  /// Imports one document; any bytes are allowed.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - file: its name, for diagnostics.
  /// - Returns: the scopes that could be made, with diagnostics for the rest.
  /// - Complexity: O(n) for n elements, with a factor of the depth of views for constraints.
  package static func importDocument(_ bytes: [UInt8], file: String) -> ImportedDocument {
    var document = ImportedDocument(file: file)
    let tree: DocumentTree
    do {
      tree = try DocumentReader.read(bytes)
    } catch {
      document.refuse(error.message, at: error.location)
      return document
    }
    let header: DocumentHeader
    switch DocumentHeader.read(tree) {
    case .success(let read): header = read
    case .failure(let refusal):
      document.refuse(refusal.message, at: tree[0].location)
      return document
    }
    document.runtime = header.runtime
    document.toolsVersion = header.toolsVersion
    var builder = ScopeBuilder(tree: tree, header: header, file: file)
    document.scopes = builder.allScopes()
    document.diagnostics = builder.diagnostics
    return document
  }
}

extension ImportedDocument {
  fileprivate mutating func refuse(_ message: String, at location: SourceLocation?) {
    unusableReason = message
    diagnostics.append(
      Diagnostic(severity: .error, file: file, location: location, message: message))
  }
}
