// SPDX-License-Identifier: MIT

/// An importer of storyboards and xibs.
///
/// A document is split into scopes: a root of fixed size with its laid-out contents. Properties
/// that the device or the system decides are not in the document (safe areas, bars, margins,
/// alignment rectangles). They come from fixed tables. Recorded frames only give the size of roots,
/// the natural sizes of leaves and the frames of views that are held.
package enum InterfaceBuilderImporter {
  /// Imports one document; any bytes are allowed.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - file: its name, for diagnostics.
  ///   - setup: the device to lay out for. For several devices, `parse` once.
  ///   - fault: a planted fault of reading documents.
  /// - Returns: the scopes that could be made, with diagnostics for the rest.
  /// - Complexity: O(n) for n elements, with a factor of the depth of views for constraints.
  package static func importDocument(
    _ bytes: [UInt8], file: String, setup: ImportSetup = .asDrawn, fault: ImportFault? = nil
  ) -> ImportedDocument {
    ParsedDocument(bytes, file: file, fault: fault).imported(for: setup)
  }

  /// Reads one document, to be imported for one or more devices; any bytes are allowed.
  ///
  /// - Complexity: O(n) for n elements.
  package static func parse(_ bytes: [UInt8], file: String) -> ParsedDocument {
    ParsedDocument(bytes, file: file)
  }
}
