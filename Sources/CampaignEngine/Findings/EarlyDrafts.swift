// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import Platform
import Synchronization

/// Stores what is found as soon as it is, while the thread that folds waits for an earlier finding
/// to be made small or for an earlier batch: a kill loses nothing that somebody has waited for.
///
/// Workers say what they have found, and nothing else; the thread that folds stores it, whatever it
/// waits for just then. What becomes a finding is decided in the order of cases, as without this: a
/// draft that its turn does not want is discarded then.
final class EarlyDrafts<Arrival: Sendable> {
  /// Where workers put what they have found.
  let inbox: Inbox
  private let store: FindingStore
  /// By the index of the case.
  private var drafts: [Int: [FindingStore.Draft]] = [:]

  /// - Parameter output: the folder in which findings are stored.
  init(_ inbox: Inbox, output: String) {
    self.inbox = inbox
    store = FindingStore(output: output)
  }

  /// Writes down what was found on a case.
  ///
  /// What cannot be written now fails again in its turn, which tells.
  func keep(_ bytes: [UInt8], case index: Int) {
    if let draft = try? store.begin(bytes: bytes) { drafts[index, default: []].append(draft) }
  }

  /// Discards drafts of cases whose turn is over, and which nobody has made a finding of.
  func settle(before index: Int) {
    for (known, drafts) in drafts where known < index {
      for draft in drafts { store.discard(draft) }
      self.drafts[known] = nil
    }
  }

  /// Discards what was written down of a case whose turn it is, but for the draft that is gone on
  /// with.
  func settle(_ index: Int, keeping kept: FindingStore.Draft) {
    for draft in drafts[index] ?? [] where draft != kept { store.discard(draft) }
    drafts[index] = nil
  }

  /// Does work that may take long on a thread of its own.
  ///
  /// - Parameter meanwhile: does one thing that there is to do; says whether there is more.
  func during<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, _ meanwhile: () -> Bool
  ) -> Value {
    let result = Handover<Value>()
    let inbox = inbox
    let thread = OwnThread {
      result.set(work())
      inbox.changes.signal()
    }
    // Without a thread, what arrives is stored a little later.
    guard let thread else { return work() }
    thread.detach()
    while true {
      if let value = result.value { return value }
      if !meanwhile() { inbox.changes.wait() }
    }
  }

  /// What has arrived and nobody has looked at.
  final class Inbox: Sendable {
    /// One signal for each change that somebody may be waiting for.
    fileprivate let changes = DispatchSemaphore(value: 0)
    private let arrivals = Mutex<[Arrival]>([])

    func post(_ arrival: Arrival) {
      arrivals.withLock { $0.append(arrival) }
      changes.signal()
    }

    func take() -> [Arrival] {
      arrivals.withLock { arrivals in
        defer { arrivals = [] }
        return arrivals
      }
    }
  }
}

/// What a thread leaves for another one.
private final class Handover<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  var value: Value? { content.withLock { $0 } }

  func set(_ value: Value) { content.withLock { $0 = value } }
}
