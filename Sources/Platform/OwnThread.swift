// SPDX-License-Identifier: MIT

import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread whose start may fail.
///
/// Without room for a thread, Dispatch waits forever, and a `Thread` of Foundation never runs.
/// Dispatch ends the process when it has no descriptors for the files by which it watches its
/// threads. This type reports a failed start instead.
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
    let job = Unmanaged.passRetained(Job(work))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let code = pthread_create(&started, &attributes, OwnThread.body, job.toOpaque())
    guard code == 0 else {
      job.release()
      return nil
    }
    #if canImport(Darwin)
      guard let started else { return nil }
    #endif
    thread = started
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(thread, nil) }

  /// Detaches the thread: no call of `join` follows.
  package func detach() { pthread_detach(thread) }

  private final class Job: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  #if canImport(Darwin)
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        Unmanaged<Job>.fromOpaque($0).takeRetainedValue().work()
        return nil
      }
  #else
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let context = $0 { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }
  #endif
}
