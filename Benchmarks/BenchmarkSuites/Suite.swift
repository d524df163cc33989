// SPDX-License-Identifier: MIT

import BenchmarkKit
import Digests
import LinearModel
import Workloads

/// The list of all items, in the order of reports.
package struct Suite: Sendable {
  package let items: [SuiteItem]

  /// - Parameter files: the source of cases and documents.
  /// - Throws: when a folder cannot be read; files are read when an item is prepared.
  package init(files: SuiteFiles) throws(SuiteFailure) {
    items =
      Suite.workloads + Suite.sessions + (try files.scenes()) + Suite.mixes
      + [1000, 10_000].map(files.table)
      + (try files.windows()) + (try files.captures())
  }

  /// Returns the items whose name contains one of the words.
  ///
  /// `NameFilter` describes the words.
  package func items(matching words: [String], smoke: Bool) -> [SuiteItem] {
    zip(items, NameFilter(words).selects(from: items.map(\.name)))
      .filter { $1 && (!smoke || $0.isSmoke) }.map(\.0)
  }

  /// Returns a hash that differs for suites that must not be compared: for other names, or other
  /// work behind the same names.
  ///
  /// `inputs` has the digest of each item's inputs; nil where no arm finished.
  package static func fingerprint(of inputs: [(name: String, inputs: UInt64?)]) -> String {
    var hash = StableHash()
    for (name, inputs) in inputs {
      hash.combine(name)
      hash.combine(inputs ?? 0)
    }
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

  // MARK: - Sessions

  static let sessions: [SuiteItem] =
    ["chain", "tree", "flex", "cols"].flatMap { family in
      [100, 1000].map { size in
        session(
          "drag", "\(family)\(size)" + (family == "cols" ? "x10" : ""), SessionScript.drag,
          growth: .init(series: "session/drag/\(family)", size: size))
      }
    } + ["panes10", "panes100"].map { session("drag", $0, SessionScript.drag) }
    + ["chain100", "tree1000", "flex100"].map { session("churn", $0, SessionScript.churn) }

  private static func session(
    _ kind: String, _ name: String, _ script: @escaping @Sendable (Workload) -> SessionScript,
    growth: SuiteItem.Growth? = nil
  ) -> SuiteItem {
    SuiteItem("session/\(kind)/\(name)", growth: growth, isSmoke: name == "panes10") {
      () throws(SuiteFailure) in
      guard let workload = Workload.named(name) else {
        throw SuiteFailure("there is no workload \(name)")
      }
      return script(workload).prepared
    }
  }
}
