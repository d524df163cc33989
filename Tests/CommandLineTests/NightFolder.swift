// SPDX-License-Identifier: MIT

import Foundation
import Nights

/// A folder of nights, `s`, as tests change it.
enum NightFolder {
  /// Makes the registry say that the last night wrote what is in the folder now.
  static func adopt(_ folder: URL) throws {
    let store = try NightStore(folder.appendingPathComponent("s").path)
    var registry = try store.registry()
    registry.seal(
      store.storedFindings.map(\.folder).sorted().map { FindingSeal(of: $0, in: store.path) },
      history: try store.history(), records: store.records)
    try store.write(registry.encoded, to: BucketRegistry.fileName)
  }
}
