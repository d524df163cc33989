// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import Pools
import Synchronization

/// A store of failures as soon as they arrive, while the fold thread waits for a minimization or an
/// earlier batch.
///
/// So a kill loses no failure that has arrived.
///
/// Workers only report failures; the fold thread stores them, whatever it waits for. Findings are
/// still chosen in the order of cases. A draft whose case is not chosen in its turn is discarded.
package final class EarlyDrafts<Arrival: Sendable> {
  /// The queue of reported failures.
  package let inbox: Inbox
  private let store: FindingStore
  /// The drafts by the index of the case.
  private var drafts: [Int: [FindingStore.Draft]] = [:]

  /// - Parameters:
  ///   - inbox: the queue of reported failures.
  ///   - output: the folder in which findings are stored.
  package init(_ inbox: Inbox, output: String) {
    self.inbox = inbox
    store = FindingStore(output: output)
  }

  /// Stores a draft of a failing case.
  ///
  /// If it cannot be written now, its turn reports the error.
  package func keep<Subject: CampaignSubject>(_ subject: Subject, case index: Int) {
    let draft = try? store.begin(bytes: subject.fileBytes, as: Subject.kind.originalName)
    if let draft { drafts[index, default: []].append(draft) }
  }

  /// Discards drafts of cases whose turn is over without a finding.
  package func settle(before index: Int) {
    for (known, drafts) in drafts where known < index {
      for draft in drafts { store.discard(draft) }
      self.drafts[known] = nil
    }
  }

  /// Discards the drafts of a case that has its turn, except the draft that becomes the finding.
  func settle(_ index: Int, keeping kept: FindingStore.Draft) {
    for draft in drafts[index] ?? [] where draft != kept { store.discard(draft) }
    drafts[index] = nil
  }

  /// Runs `work` on a separate thread, and `meanwhile` on the calling thread until it has ended: on
  /// each arrival, and after each pause without one.
  ///
  /// - Parameters:
  ///   - pause: the longest time between two calls of `meanwhile`, in nanoseconds.
  ///   - work: the work, which may take long.
  ///   - meanwhile: does one of the pending tasks; returns whether there are more.
  /// - Returns: the value of `work`.
  package func during<Value: Sendable>(
    pause: Int = 200_000_000, _ work: @escaping @Sendable () -> Value, _ meanwhile: () -> Bool
  ) -> Value {
    let result = Handover<Value>()
    let inbox = inbox
    let thread = OwnThread {
      result.set(work())
      inbox.changes.signal()
    }
    // Without a thread, arrivals are stored a little later.
    guard let thread else { return work() }
    thread.detach()
    while true {
      if let value = result.value { return value }
      if !meanwhile() { _ = inbox.changes.wait(timeout: .now() + .nanoseconds(pause)) }
    }
  }

  /// A queue of arrivals that were not taken yet.
  package final class Inbox: Sendable {
    /// One signal for each change that a thread may wait for.
    fileprivate let changes = DispatchSemaphore(value: 0)
    private let arrivals = Mutex<[Arrival]>([])

    package init() {}

    /// Adds an arrival and wakes the thread that waits; any thread may call it.
    package func post(_ arrival: Arrival) {
      arrivals.withLock { $0.append(arrival) }
      changes.signal()
    }

    /// Removes all arrivals and returns them in the order in which they were posted.
    package func take() -> [Arrival] {
      arrivals.withLock { arrivals in
        defer { arrivals = [] }
        return arrivals
      }
    }
  }
}

/// A value that one thread passes to another.
private final class Handover<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  var value: Value? { content.withLock { $0 } }

  func set(_ value: Value) { content.withLock { $0 = value } }
}
