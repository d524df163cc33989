// SPDX-License-Identifier: MIT

import CampaignEngine
import LinearModel
import Workloads

/// All items, in the order of reports.
package struct Suite: Sendable {
  /// Grows when an item of the same name becomes another piece of work.
  package static let version = 1

  package let items: [SuiteItem]

  /// - Parameter files: where cases and documents lie.
  /// - Throws: when a folder cannot be read; files are read when an item is prepared.
  package init(files: SuiteFiles) throws(SuiteFailure) {
    items =
      Suite.workloads + (try files.scenes()) + Suite.mixes + [1000, 10_000].map(files.table)
      + (try files.windows()) + (try files.captures())
  }

  /// The items whose name contains one of the words; a word that is a whole name, with or without its family,
  /// means only that item. All items without words.
  package func items(matching words: [String], smoke: Bool) -> [SuiteItem] {
    let isExact = words.map { word in items.contains { $0.isNamed(word) } }
    return items.filter { item in
      (!smoke || item.isSmoke)
        && (words.isEmpty
          || zip(words, isExact).contains { word, isExact in
            isExact ? item.isNamed(word) : item.name.contains(word)
          })
    }
  }

  /// Differs for suites that must not be compared.
  package func fingerprint(of items: [SuiteItem]) -> String {
    var hash = StableHash()
    hash.combine(Suite.version)
    for item in items { hash.combine(item.name) }
    return String(hash.finalize(), radix: 16)
  }

  // MARK: - Workloads

  private static let sizes = [10, 30, 100, 300, 1000, 3000]

  static let workloads: [SuiteItem] =
    ["chain", "edges", "tree", "flex", "cols"].flatMap { family in
      sizes.compactMap { size -> SuiteItem? in
        let isColumns = family == "cols"
        if isColumns, size < 100 { return nil }
        let name = "\(family)\(size)" + (isColumns ? "x10" : "")
        return SuiteItem(
          "workload/\(name)", growth: .init(series: "workload/\(family)", size: size),
          isSmoke: size <= 10
        ) { () throws(SuiteFailure) in
          guard let workload = Workload.named(name) else {
            throw SuiteFailure("there is no workload \(name)")
          }
          return .solving([workload.system(width: workload.firstWidth)])
        }
      }
    }
}
