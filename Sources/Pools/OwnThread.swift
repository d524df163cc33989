// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// A thread whose start may fail.
///
/// Without room for a thread, Dispatch waits forever, and a `Thread` of Foundation never runs. This
/// type reports a failed start instead.
package struct OwnThread {
  /// The stack size of the main thread: 8 MiB.
  package static let stackBytesDefault = 8 << 20

  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// Returns nil without running `work` when the system has no room for a thread.
  package init?(
    stackBytes: Int = OwnThread.stackBytesDefault, _ work: @escaping @Sendable () -> Void
  ) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    let started = UnsafeMutablePointer<StartedThread>.allocate(capacity: 1)
    defer { started.deallocate() }
    let job = Unmanaged.passRetained(Job(work))
    let code = pthread_create(started, &attributes, { Job.run($0) }, job.toOpaque())
    guard code == 0 else {
      job.release()
      return nil
    }
    // Where the C library has places for threads, they may be empty.
    let thread: pthread_t? = started.pointee
    guard let thread else { return nil }
    self.thread = thread
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(thread, nil) }

  /// Detaches the thread: no call of `join` follows.
  package func detach() { pthread_detach(thread) }

  private final class Job: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// Does the work of a job that the thread owns, and releases the job.
    static func run(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work() }
      return nil
    }
  }
}
