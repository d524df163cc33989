// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A process that could not be started, with the system's reason.
package struct SpawnError: Error, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package var description: String {
    "cannot start a process: \(String(cString: strerror(code)))"
  }
}

/// The three pipes of a child process, both ends of each.
struct ProcessPipes {
  typealias Ends = (read: Int32, write: Int32)

  /// Which descriptors of the child the pipes are.
  enum Wiring {
    /// The standard streams.
    case standard
    /// Descriptors of their own, and one that is shared with the child, so that nothing that the child prints can be
    /// taken for an answer (`ChildProcess.Descriptor`).
    case apart(shared: Int32)
  }

  let input: Ends
  let output: Ends
  let errors: Ends

  /// Held while pipes are made and while a process is started: a child must not inherit the ends of another's
  /// pipes before they are marked, or it would keep them open.
  private static let lock = Mutex(())

  init() throws(SpawnError) {
    self = try Self.lock.withLock { (_) throws(SpawnError) in try ProcessPipes(marked: ()) }
  }

  private init(marked: ()) throws(SpawnError) {
    var made: [Ends] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let code = errno
        for pair in made {
          close(pair.read)
          close(pair.write)
        }
        throw SpawnError(code: code)
      }
      made.append((Self.moved(ends[0]), Self.moved(ends[1])))
    }
    (input, output, errors) = (made[0], made[1], made[2])
  }

  /// Low numbers are those of the child's ends: making one of them must not close another that is still needed.
  private static let firstDescriptor: Int32 = 10

  /// The descriptor under a higher number, inherited by nobody.
  private static func moved(_ descriptor: Int32) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, firstDescriptor)
    guard moved >= 0 else {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
    close(descriptor)
    return moved
  }

  /// Starts a program with these pipes, in a process group of its own.
  func spawn(_ words: [String], _ wiring: Wiring = .standard) throws(SpawnError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    connect(&actions, wiring)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that this process ignores or blocks are as usual in the child.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    // The child inherits that of the thread which starts it.
    ThreadPriority.takeThatOfProcess()
    var pid: pid_t = 0
    let code = Self.lock.withLock { _ in
      posix_spawn(&pid, words[0], &actions, &attributes, arguments, environ)
    }
    guard code == 0 else { throw SpawnError(code: code) }
    return pid
  }

  private func connect(_ actions: inout posix_spawn_file_actions_t, _ wiring: Wiring) {
    posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
    switch wiring {
    case .standard:
      posix_spawn_file_actions_adddup2(&actions, input.read, 0)
      posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    case .apart(let shared):
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, input.read, ChildProcess.Descriptor.requests)
      posix_spawn_file_actions_adddup2(&actions, output.write, ChildProcess.Descriptor.replies)
      posix_spawn_file_actions_adddup2(&actions, shared, ChildProcess.Descriptor.shared)
    }
  }

  func closeChildEnds() {
    close(input.read)
    close(output.write)
    close(errors.write)
  }

  func closeAll() {
    closeChildEnds()
    close(input.write)
    close(output.read)
    close(errors.read)
  }
}
