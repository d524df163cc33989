// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import JSON
import RegularFiles

/// The hashes of the records that a night left in its folder.
///
/// The next night compares them: a record that was changed since would put wrong numbers on pages.
package struct RecordSeal: Sendable, Hashable {
  /// The files of a night, in the order of `hashes`.
  private static let names = [Night.fileName, CampaignRecord.fileName]
  /// The size from which a file counts as unreadable: records have some hundred KB.
  private static let bytesMax = 64 << 20

  /// The number of the night.
  package let night: Int
  /// The hash of each file, nil for a missing or unreadable one; nil in registries of earlier
  /// versions.
  private let hashes: [String?]?

  /// Whether the hashes are known.
  var hasHashes: Bool { hashes != nil }

  /// Reads the records of a night; missing and unreadable ones have no hash.
  ///
  /// - Parameters:
  ///   - night: the number of the night.
  ///   - state: the folder of nights.
  package init(ofNight night: Int, in state: String) {
    self.night = night
    let folder = "\(state)/\(NightStore.folderName(ofNight: night))"
    hashes = Self.names.map { name in
      (try? RegularFile.read("\(folder)/\(name)", upTo: Self.bytesMax)).map { ContentHash.text($0) }
    }
  }

  /// Returns the files that are gone, and those that were changed, as paths in the folder of
  /// nights.
  ///
  /// A file that was missing when the seal was made may have been put back since. A `night.json`
  /// that cannot be read counts as changed: only nights that have the file are compared.
  ///
  /// `now` is the seal of the same night's present files.
  func differences(from now: RecordSeal) -> (gone: [String], changed: [String]) {
    var (gone, changed): ([String], [String]) = ([], [])
    guard let hashes, let present = now.hashes else { return (gone, changed) }
    for (index, name) in Self.names.enumerated() {
      guard let hash = hashes[index], hash != present[index] else { continue }
      let path = "\(NightStore.folderName(ofNight: night))/\(name)"
      if present[index] == nil, name != Night.fileName {
        gone.append(path)
      } else {
        changed.append(path)
      }
    }
    return (gone, changed)
  }
}

// MARK: - JSON

extension RecordSeal {
  /// The seal as a value: the number alone where the hashes are unknown.
  var json: JSONValue {
    guard let hashes else { return .number(night) }
    let files = zip(Self.names, hashes).map { name, hash in
      JSONValue.Member(key: name, value: hash.map(JSONValue.string) ?? .null)
    }
    return .object([.init(key: "night", value: .number(night))] + files)
  }

  init(_ value: JSONValue) throws(JSONError) {
    if value.int != nil {
      night = try value.requiredNightNumber()
      hashes = nil
      return
    }
    let reader = try JSONObjectReader(value, "the record of a night", keys: ["night"] + Self.names)
    night = try reader.required("night").requiredNightNumber()
    var hashes: [String?] = []
    for name in Self.names {
      let hash = try reader.required(name)
      hashes.append(hash == .null ? nil : try hash.requiredString("a hash"))
    }
    self.hashes = hashes
  }

  /// Returns the records of nights, in order.
  static func list(_ value: JSONValue) throws(JSONError) -> [RecordSeal] {
    var records: [RecordSeal] = []
    for element in try value.requiredArray("a list of nights") {
      let record = try RecordSeal(element)
      guard record.night > records.last?.night ?? 0 else {
        throw element.error("expected the numbers of nights from 1, in order")
      }
      records.append(record)
    }
    return records
  }
}
