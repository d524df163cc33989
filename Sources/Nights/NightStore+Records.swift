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

  /// Returns a sentence about the records of the registry that are missing from their folders; none
  /// for a sound store.
  ///
  /// The next registry does not list them any more, so each is reported once.
  func lostRecords(since registry: BucketRegistry) -> [String] {
    // Registries of earlier versions only have the number of the last night.
    let known = registry.records ?? (registry.night > 0 ? [registry.night] : [])
    let there = Set(records)
    let lost = known.filter { !there.contains($0) }
    guard let first = lost.first else { return [] }
    let name = "\(Self.folderName(ofNight: first))/\(Night.fileName)"
    let others = lost.count > 1 ? " and \(ShownNumber.counted(lost.count - 1, "other record"))" : ""
    return [
      "\(name)\(others) \(lost.count > 1 ? "are" : "is") gone: put what is missing in nights back "
        + "from a copy before the next night; without one this is reported once"
    ]
  }

  /// Returns errors that name the missing files of a folder with traces of nights, but without a
  /// registry.
  ///
  /// Returns none where no night has run.
  ///
  /// - Parameters:
  ///   - newest: the last night of the history and of the records; 0 for none.
  ///   - underWay: the unfinished night; nil for none.
  func tracesWithoutRegistry(newest: Int, underWay: Int?) -> [String] {
    guard let trace = trace(newest: newest, underWay: underWay) else { return [] }
    var errors = ["\(path)/\(BucketRegistry.fileName): error: the registry is gone, and \(trace)"]
    if !hasEntry(NightHistory.fileName) {
      errors.append("\(path)/\(NightHistory.fileName): error: the history is gone, too")
    }
    if records.isEmpty {
      errors.append("\(path)/nights: error: the records of nights are gone, too")
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
