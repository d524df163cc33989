// SPDX-License-Identifier: MIT

import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Threads that may be refused.
///
/// Dispatch waits for ever for a thread that the system has no room for, ends the process when
/// there is no descriptor for the files by which it watches its threads, and Foundation's `Thread`
/// never runs then. These say so.
package struct OwnThread {
  /// As much as the main thread has.
  package static let stackBytesDefault = 8 << 20

  private let thread: pthread_t

  /// Starts a thread; nil, and nothing is run, when the system has no room for one.
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

  /// Lets the thread end by itself.
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
