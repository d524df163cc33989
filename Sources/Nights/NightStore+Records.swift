// SPDX-License-Identifier: MIT

import CorpusStore
import Display

extension NightStore {
  /// The nights with records in their folders, in order.
  package var records: [Int] {
    Folder.subfolders(of: "\(path)/nights").compactMap { name -> Int? in
      guard let number = Int(name), number > 0,
        Self.folderName(ofNight: number) == "nights/\(name)",
        hasFile("nights/\(name)/\(Night.fileName)")
      else { return nil }
      return number
    }.sorted()
  }

  /// The hashes of the records in their folders, in the order of nights.
  package var recordSeals: [RecordSeal] { records.map { RecordSeal(ofNight: $0, in: path) } }

  /// Returns a sentence about the records of the registry that are missing from their folders, and
  /// one about those that were changed; none for a sound store.
  ///
  /// The next registry has the present records, so each is reported once.
  ///
  /// `records` are the present ones.
  static func problems(of records: [RecordSeal], since registry: BucketRegistry) -> [String] {
    // Registries of earlier versions only have the number of the last night.
    let known = registry.records?.map(\.night) ?? (registry.night > 0 ? [registry.night] : [])
    let present = Dictionary(uniqueKeysWithValues: records.map { ($0.night, $0) })
    var gone = known.filter { present[$0] == nil }.map {
      "\(folderName(ofNight: $0))/\(Night.fileName)"
    }
    var changed: [String] = []
    for record in registry.records ?? [] {
      guard let now = present[record.night] else { continue }
      let found = record.differences(from: now)
      gone += found.gone
      changed += found.changed
    }
    return [
      sentence(gone.sorted(), ("is", "are"), "missing"),
      sentence(changed, ("was", "were"), "changed after the night"),
    ].compactMap(\.self)
  }

  private static func sentence(
    _ files: [String], _ verb: (one: String, many: String), _ state: String
  ) -> String? {
    guard let first = files.first else { return nil }
    let others =
      files.count > 1 ? " and \(ShownNumber.counted(files.count - 1, "other record"))" : ""
    return NightProblem.text(
      "\(first)\(others) \(files.count > 1 ? verb.many : verb.one) \(state)",
      fix: "restore the folder nights from a backup")
  }

  /// Returns errors that name the missing files of a folder with traces of nights, but without a
  /// registry.
  ///
  /// Returns none where no night has run.
  ///
  /// `newest` is the last night of the history and of the records; 0 for none. `underWay` is the
  /// unfinished night; nil for none.
  func tracesWithoutRegistry(newest: Int, underWay: Int?) -> [String] {
    guard let trace = trace(newest: newest, underWay: underWay) else { return [] }
    var errors = [
      "\(path)/\(BucketRegistry.fileName): error: the registry is missing, and \(trace)"
    ]
    if !hasEntry(NightHistory.fileName) {
      errors.append("\(path)/\(NightHistory.fileName): error: the history is missing, too")
    }
    if records.isEmpty {
      errors.append("\(path)/nights: error: the records of nights are missing, too")
    }
    return errors
  }

  private func trace(newest: Int, underWay: Int?) -> String? {
    if newest > 0 { return "night \(newest) has been here" }
    if let underWay, underWay > 1 { return "night \(underWay) was under way" }
    // The first night stores findings before it writes the registry, and pages after it.
    let count = hasEntry(Self.progressName) ? 0 : storedFindings.count
    if count > 0 {
      return "\(ShownNumber.counted(count, "finding")) of earlier nights are in findings"
    }
    let page = [Self.pageName, Self.evidenceName].first { hasEntry($0) }
    return page.map { "\($0) is the page of an earlier night" }
  }
}
