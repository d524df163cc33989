// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization
import Testing

/// Threads for tests that wait for processes.
///
/// A test that waits blocks its thread, and the tests of a machine with two cores have two of
/// them. Tests that compute keep those; tests that wait run here.
package final class ProcessThreads: TaskExecutor {
  static let shared = ProcessThreads(count: 5)

  private let waiting = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 1...count {
      let thread = Thread { [self] in
        while true { takeJob().runSynchronously(on: asUnownedTaskExecutor()) }
      }
      // Tests of generated cases go deep.
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    count.signal()
  }

  /// Returns the next job in the order of their arrival.
  private func takeJob() -> UnownedJob {
    count.wait()
    return waiting.withLock { $0.removeFirst() }
  }
}

/// For tests that mostly wait for processes: they run on threads of their own.
package struct WaitingForProcesses: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ProcessThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingForProcesses {
  /// For tests that mostly wait for processes: they run on threads of their own.
  package static var waitsForProcesses: Self { WaitingForProcesses() }
}
