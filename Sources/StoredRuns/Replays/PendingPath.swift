// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Display
import Judging

/// The path of a finding in a queue, as a command printed it before the finding was minimized.
package enum PendingPath {
  /// Returns the present folders of the finding.
  ///
  /// The folder of an unminimized finding is named by its original case, which the minimized one
  /// keeps. Of a finding that was minimized in part, all findings to which it may belong are
  /// returned.
  ///
  /// - Parameter path: the path of the finding or of a file in it.
  /// - Returns: nil when the path names no queue; empty when no bucket has such a finding.
  package static func places(of path: String) -> [String]? {
    let parts = path.split(scalar: "/")
    guard let position = parts.lastIndex(where: { PendingQueue(named: $0) != nil }),
      let queue = PendingQueue(named: parts[position])
    else { return nil }
    let parent = parts[..<position].joined(separator: "/")
    let directory = position == 0 ? "." : parent.isEmpty ? "/" : parent
    let places = FindingStore.folders(in: directory).complete.filter { folder in
      folder.split(scalar: "/").dropLast().last.map(queue.mayBecome) ?? false
    }
    let id = parts.dropFirst(position + 1).first
    let same = places.filter { FindingStore.original(in: $0).map { ContentHash.text($0) } == id }
    return same.isEmpty ? places : same
  }
}
