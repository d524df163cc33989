// SPDX-License-Identifier: MIT

import Foundation

/// A workload on disk, for any program.
struct PreparedWorkload: Sendable {
  let file: WorkloadFile
  let path: String

  init(_ file: WorkloadFile, in scratch: URL) throws(PeerRunFailure) {
    self.file = file
    path = scratch.appendingPathComponent("\(file.name).workload").path
    do {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .cannotWrite("\(path): \(error.localizedDescription)")
    }
  }
}
