// SPDX-License-Identifier: MIT

/// The scripts of a batch on which an external solver fails, as its worker tells them.
struct ScriptArrival: Sendable {
  let scripts: [FailingScript]
}

/// Stores scripts on which external solvers fail before it is their turn to become findings.
final class EarlyScripts: FoldingWait {
  private let drafts: EarlyDrafts<ScriptArrival>
  /// How often each solver failed with each kind of verdict, by name.
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

  /// Stores what has arrived so far.
  func storeArrived() { store(drafts.inbox.take()) }

  private func store(_ arrivals: [ScriptArrival]) {
    for failing in arrivals.lazy.flatMap(\.scripts) where failing.index > turn {
      let name = "\(failing.desk.runner.name) \(failing.verdict)"
      verdicts[name, default: 0] += 1
      // As many as are looked at for their cause.
      guard verdicts[name, default: 0] <= ScriptCollector.diagnosedPerVerdict else { continue }
      drafts.keep(failing.script.encoded, case: failing.index)
    }
  }

  /// Tells that the scripts of a case have their turn.
  func begin(_ index: Int) { turn = index }

  /// Discards what has had its turn without becoming a finding.
  func settle(before index: Int) { drafts.settle(before: index) }
}
