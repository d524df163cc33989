// SPDX-License-Identifier: MIT

import JSON
import StoredRuns

/// The files of nights, for reports about them.
package struct ReportedNights: NightFiles {
  package init() {}

  package var registryName: String { BucketRegistry.fileName }
  package var nightName: String { Night.fileName }

  package func history(decoding bytes: [UInt8]) throws(JSONError) -> BucketHistory {
    let registry = try BucketRegistry(decoding: bytes)
    return BucketHistory(night: registry.night, buckets: registry.buckets)
  }

  package func folder(ofNight number: Int) -> String { NightStore.folderName(ofNight: number) }

  package func buckets(ofNight bytes: [UInt8]) throws(JSONError) -> Set<String> {
    Set(try Night(decoding: bytes).changes.map(\.bucket.signature))
  }
}
