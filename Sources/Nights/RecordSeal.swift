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

  /// The number of the night.
  package let night: Int
  /// The hash of each file, nil for a missing one; nil in registries of earlier versions.
  private let hashes: [String?]?

  /// Reads the records of a night; unreadable ones count as missing.
  ///
  /// - Parameters:
  ///   - night: the number of the night.
  ///   - state: the folder of nights.
  package init(ofNight night: Int, in state: String) {
    self.night = night
    let folder = "\(state)/\(NightStore.folderName(ofNight: night))"
    hashes = Self.names.map { name in
      (try? RegularFile.read("\(folder)/\(name)")).map { ContentHash.text($0) }
    }
  }

  /// Returns the files that are gone, except the record itself, and those that were changed, as
  /// paths in the folder of nights.
  ///
  /// - Parameter now: the seal of the same night's present files.
  func differences(from now: RecordSeal) -> (gone: [String], changed: [String]) {
    var (gone, changed): ([String], [String]) = ([], [])
    guard let hashes, let present = now.hashes else { return (gone, changed) }
    for (index, name) in Self.names.enumerated() where hashes[index] != present[index] {
      let path = "\(NightStore.folderName(ofNight: night))/\(name)"
      if present[index] != nil {
        changed.append(path)
      } else if name != Night.fileName {
        gone.append(path)
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
}
