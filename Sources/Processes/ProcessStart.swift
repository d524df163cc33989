// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Synchronization

/// A program to be started in a process group of its own, as a member of this process's family.
package struct ProcessStart: Sendable {
  /// A file of the new process.
  package enum File: Sendable {
    /// A file that this process has open, under a number of the new process.
    case own(Int32, as: Int32)
    /// A file that is opened, and created if the flags request it.
    case path(String, flags: Int32, as: Int32)
  }

  /// The path of the program and its arguments.
  package let words: [String]
  package let files: [File]
  /// Whether the program may leave processes behind that do not end with it, as programs of other
  /// authors do.
  package let isForeign: Bool
  /// Whether the program runs below a keeper (`FamilyKeeper`), where keepers exist.
  ///
  /// Then the keeper is the member of the family.
  package let isKept: Bool
  /// The whole environment of the program; nil for that of this process, with the mark of the
  /// family.
  package let environment: [String: String]?

  /// - Precondition: a kept program has no environment of its own.
  package init(
    _ words: [String], _ files: [File], isForeign: Bool, isKept: Bool = false,
    environment: [String: String]? = nil
  ) {
    precondition(!isKept || environment == nil, "a keeper passes its own environment on")
    self.words = words
    self.files = files
    self.isForeign = isForeign
    self.isKept = isKept
    self.environment = environment
  }

  /// Held while pipes are made and while a process is started.
  ///
  /// Else a child could inherit the ends of another child's pipe before they are marked, and would
  /// keep them open.
  private static let lock = Mutex(())

  /// The lowest number for an end of a pipe.
  ///
  /// Lower numbers belong to the child: duplicating to one of them must not close a descriptor that
  /// is still needed.
  private static let firstDescriptor: Int32 = 10

  /// Returns both ends of a new pipe, under high numbers and not inherited.
  package static func pipe() throws(SpawnError) -> (read: Int32, write: Int32) {
    try lock.withLock { (_) throws(SpawnError) in
      var ends: [Int32] = [-1, -1]
      guard Foundation.pipe(&ends) == 0 else { throw SpawnError(code: errno) }
      defer { for end in ends { close(end) } }
      let read = try moved(ends[0])
      do throws(SpawnError) {
        return (read, try moved(ends[1]))
      } catch {
        close(read)
        throw error
      }
    }
  }

  /// Returns a copy of the descriptor under a higher number, not inherited.
  package static func moved(_ descriptor: Int32) throws(SpawnError) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, firstDescriptor)
    if moved >= 0 { return moved }
    // The limit of open files is below the first number, which also means too many files.
    throw SpawnError(code: errno == EINVAL ? EMFILE : errno)
  }

  /// Starts the program without a family (see `ProcessFamily`).
  ///
  /// If `blocksSignals`, the process gets its own session and blocks all signals that can be
  /// blocked.
  ///
  /// - Returns: the number of the process.
  /// - Throws: when the system starts no process.
  package func spawn(environment: [String], blocksSignals: Bool = false) throws(SpawnError) -> pid_t
  {
    let actions = FileActions()
    defer { actions.destroy() }
    for file in files { actions.add(file) }
    let attributes = Attributes(blocksSignals: blocksSignals)
    defer { attributes.destroy() }
    let arguments = CStrings(words)
    let variables = CStrings(environment)
    defer {
      arguments.destroy()
      variables.destroy()
    }
    var pid: pid_t = 0
    let code = Self.lock.withLock { _ in
      posix_spawn(
        &pid, words[0], actions.content, attributes.content, arguments.pointers, variables.pointers)
    }
    guard code == 0 else { throw SpawnError(code: code) }
    return pid
  }
}

/// C strings, in a list that ends with nil.
private struct CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

  func destroy() {
    for pointer in pointers { free(pointer) }
  }
}

private struct FileActions {
  let content = UnsafeMutablePointer<SpawnFileActions>.allocate(capacity: 1)

  init() { posix_spawn_file_actions_init(content) }

  func add(_ file: ProcessStart.File) {
    switch file {
    case .own(let descriptor, let number):
      posix_spawn_file_actions_adddup2(content, descriptor, number)
    case .path(let path, let flags, let number):
      posix_spawn_file_actions_addopen(content, number, path, flags, 0o644)
    }
  }

  func destroy() {
    posix_spawn_file_actions_destroy(content)
    content.deallocate()
  }
}

private struct Attributes {
  let content = UnsafeMutablePointer<SpawnAttributes>.allocate(capacity: 1)

  init(blocksSignals: Bool) {
    posix_spawnattr_init(content)
    // The child gets default handling of the signals that this process ignores or blocks.
    var signals = sigset_t()
    if blocksSignals { sigfillset(&signals) } else { sigemptyset(&signals) }
    posix_spawnattr_setsigmask(content, &signals)
    sigemptyset(&signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(content, &signals)
    posix_spawnattr_setpgroup(content, 0)
    // The leader of a group cannot create a session. A process that must outlive signals to this
    // session is therefore started in its own.
    let apart = blocksSignals ? SystemNumber.ownSession : POSIX_SPAWN_SETPGROUP
    let flags = apart | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(content, Int16(flags))
  }

  func destroy() {
    posix_spawnattr_destroy(content)
    content.deallocate()
  }
}
