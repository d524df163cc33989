// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// Paths of reports, as seen from the current folder.
enum ShownPath {
  private static let base = LinkBase(output: nil)

  /// Returns the relative path of a file in the current folder or below; any other path as it is.
  static func relative(_ path: String) -> String {
    let link = base.link(to: path)
    return link.isEmpty || link == ".." || link.begins(with: "../") ? path : link
  }
}
