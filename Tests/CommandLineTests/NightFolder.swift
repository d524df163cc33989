// SPDX-License-Identifier: MIT

import Foundation
import Nights

/// Changes that tests make to a folder of nights, `s`.
enum NightFolder {
  /// Makes the registry accept the present files of the folder as those of the last night.
  static func adopt(_ folder: URL) throws {
    let store = try NightStore(folder.appendingPathComponent("s").path)
    var registry = try store.registry()
    registry.seal(
      store.storedFindings.map(\.folder).sorted().map { FindingSeal(of: $0, in: store.path) },
      history: try store.history(), records: store.recordSeals)
    try store.write(registry.encoded, to: BucketRegistry.fileName)
  }
}
