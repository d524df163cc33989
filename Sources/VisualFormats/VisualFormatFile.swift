// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel

/// Text files (`*.vfl`) of layout cases: declarations and visual formats, one a line.
///
/// ```
/// # two views, centred together
/// size 320x480
/// metric gap 8
/// view image imageView 40x40
/// view label label 100x20 in root
/// options alignAllCenterY
/// H:|-(>=0)-[image]-gap-[label]-(>=0)-|
/// constraint image.centerY == root.centerY
/// ```
///
/// `name "TEXT"`, `size WxH`, `root NAME`, `view NAME [KIND] [WxH] [in NAME]`,
/// `guide NAME [in NAME]`, `table`, `row` and `expect` make the hierarchy. A view is in the root by
/// default, and `-` stands for no natural width or height. Each of these lines may end with the
/// other members of case files, as an object: `{"hugging": [251, 251]}`. `metric NAME NUMBER` and
/// `options NAME...` apply to the formats below them; each `options` replaces the one before.
/// `constraint A.ATTRIBUTE RELATION B.ATTRIBUTE * NUMBER + NUMBER @PRIORITY` expresses constraints
/// that no format can. Names are identifiers of C; an id that is none is in the object. A view is
/// below its superview. `#` begins a comment.
package enum VisualFormatFile {
  /// Reads a file; the case is well formed, its constraints are numbered in order.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - file: the name of the file, for messages only.
  ///   - fault: a planted fault of reading formats.
  /// - Returns: a well-formed case.
  /// - Throws: `CaseFileError` for the first error in the file, with the format and a caret in two
  ///   more lines when it is in a format; never traps, whatever the bytes are.
  /// - Complexity: O(bytes) expected.
  package static func decode(
    _ bytes: [UInt8], file: String, fault: ImportFault? = nil
  ) throws(CaseFileError) -> LayoutCase {
    do throws(JSONError) {
      var reader = VisualFormatFileReader(fault: fault)
      return try reader.read(bytes)
    } catch {
      throw CaseFileError(file: file, location: error.location, message: error.message)
    }
  }

  /// The text of a case as a file.
  package struct Encoded: Sendable, Hashable {
    package var bytes: [UInt8]
    /// Whether an expectation was left out: it names constraints, and formats do not keep their
    /// names.
    package var losesExpectation: Bool
  }

  /// Writes a case: as many formats as possible, equations for the rest.
  ///
  /// Reading it gives the same case except for the ids and the order of constraints. Constraints in
  /// formats may have their sides exchanged.
  ///
  /// - Precondition: the case is well formed.
  /// - Complexity: O(size of the case) expected.
  package static func encode(_ layoutCase: LayoutCase) -> Encoded {
    let keepsExpectation = layoutCase.expectation?.conflict.isEmpty ?? true
    var kept = layoutCase
    if !keepsExpectation { kept.expectation = nil }
    var writer = VisualFormatFileWriter(kept)
    return Encoded(bytes: Array(writer.text().utf8), losesExpectation: !keepsExpectation)
  }
}
