// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// The files of nights that a report reads.
///
/// The module of nights, above this one, knows their formats. A report of a campaign needs none of
/// it.
package protocol NightFiles: Sendable {
  /// The name of the file with the history of all buckets, in the folder of nights.
  var registryName: String { get }

  /// Reads that file.
  ///
  /// - Throws: the place of the first key or value that is not as expected.
  func history(decoding bytes: [UInt8]) throws(JSONError) -> BucketHistory

  /// Returns the folder of a night, inside of the folder of nights.
  func folder(ofNight number: Int) -> String

  /// The name of the file with the result of a night, in the folder of the night.
  var nightName: String { get }

  /// Returns the names of the buckets that the result of a night reports.
  ///
  /// - Throws: the place of the first key or value that is not as expected.
  func buckets(ofNight bytes: [UInt8]) throws(JSONError) -> Set<String>
}

/// The buckets of all nights.
package struct BucketHistory: Sendable {
  /// The number of the last night; 0 for none.
  let night: Int
  private let buckets: [Bucket]

  package init(night: Int, buckets: [Bucket]) {
    self.night = night
    self.buckets = buckets
  }

  /// Returns the bucket with a name; nil when no night has hit it.
  func bucket(named signature: String) -> Bucket? {
    buckets.first { $0.signature == signature }
  }
}
