// SPDX-License-Identifier: MIT

/// The scripts of a batch on which an external solver fails, as its worker reports them.
struct ScriptArrival: Sendable {
  let scripts: [FailingScript]
}

/// A store of scripts on which external solvers fail, before their turn to become findings.
final class EarlyScripts: FoldingWait {
  private let drafts: EarlyDrafts<ScriptArrival>
  /// The number of failures by solver and kind of verdict.
  private var verdicts: [String: Int] = [:]
  private var turn = -1

  init(_ inbox: EarlyDrafts<ScriptArrival>.Inbox, output: String) {
    drafts = EarlyDrafts(inbox, output: output)
  }

  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    drafts.during(work) {
      storeArrived()
      return false
    }
  }

  /// Stores all arrivals so far.
  func storeArrived() { store(drafts.inbox.take()) }

  private func store(_ arrivals: [ScriptArrival]) {
    for failing in arrivals.lazy.flatMap(\.scripts) where failing.index > turn {
      let name = "\(failing.desk.runner.name) \(failing.verdict)"
      verdicts[name, default: 0] += 1
      // As many as are diagnosed.
      guard verdicts[name, default: 0] <= ScriptCollector.diagnosedPerVerdict else { continue }
      drafts.keep(failing.script.encoded, case: failing.index)
    }
  }

  /// Records that the scripts of a case have their turn.
  func begin(_ index: Int) { turn = index }

  /// Discards the drafts of cases before `index` that have not become findings.
  func settle(before index: Int) { drafts.settle(before: index) }
}
