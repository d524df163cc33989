// SPDX-License-Identifier: MIT

import Foundation
import Judging

/// A fault planted into the work on documents, to test campaigns.
///
/// Only the environment variable `LAYOUTFUZZ_DOCUMENT_FAULT` plants it, as `trap:check:stackView`:
/// the name of a `ProcessFault`, the part of the work, and the tag of an element that the document
/// must have.
struct DocumentFault: Sendable {
  private static let variable = "LAYOUTFUZZ_DOCUMENT_FAULT"

  private let fault: ProcessFault
  private let part: DocumentProbe.Part
  private let tag: String

  /// The fault of this process; nil outside of tests.
  static var planted: DocumentFault? {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    let words = text.split(separator: ":").map(String.init)
    guard words.count == 3, let fault = ProcessFault(rawValue: words[0]),
      let part = DocumentProbe.Part(rawValue: words[1])
    else { return nil }
    return DocumentFault(fault: fault, part: part, tag: words[2])
  }

  /// Performs the fault if it is planted for this part of the work on a document.
  func happen(during part: DocumentProbe.Part, on document: DocumentMarkup) {
    guard part == self.part, document.elements.contains(where: { $0.tag == tag }) else { return }
    fault.happen(count: 1)
  }
}
