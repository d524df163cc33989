// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Synchronization

/// The program of a keeper: starts a foreign program, and ends all its processes when the program
/// or the tool ends.
///
/// Processes below the keeper whose parents end become its children, whatever their environment,
/// group and session. None leaves it while it lives. When the keeper is killed, the tool adopts and
/// ends them. It has a session of its own and blocks signals, as the guard does. It ends as the
/// program ends, so that the tool learns how.
package enum FamilyKeeper {
  /// The exit code of a keeper that could not start the program.
  private static let noProcess: Int32 = 71
  /// The number of rounds, one millisecond apart, in which processes are ended until none is left:
  /// some may start further ones.
  private static let roundsMax = 5_000

  /// The write end of the pipe that signals the end of a child.
  private static let wakeEnd = Atomic<Int32>(-1)

  /// Runs a program until it ends, and ends this process in the same way.
  ///
  /// - Parameters:
  ///   - mark: the families of the program (`ProcessFamily.variable`), without those of this
  ///     process.
  ///   - lifeline: a descriptor that has bytes, or ends, when the program is to end.
  ///   - words: the path of the program and its arguments.
  package static func run(mark: String, lifeline: Int32, _ words: [String]) -> Never {
    _ = fcntl(lifeline, F_SETFD, FD_CLOEXEC)
    _ = ProcessTable.adoptOrphans()
    let main: pid_t
    let wake: Int32
    do throws(SpawnError) {
      wake = try watchChildren()
      main = try ProcessStart(
        words, (STDIN_FILENO...STDERR_FILENO).map { .own($0, as: $0) }, isForeign: true
      ).spawn(environment: ProcessFamily.environment(mark: mark))
    } catch {
      let line = Array("\(error)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
      _exit(noProcess)
    }
    closeFiles(but: [lifeline, wake, wakeEnd.load(ordering: .relaxed)])
    let status = wait(for: main, lifeline, wake)
    endAll()
    guard let status else { _exit(0) }
    end(as: status)
  }

  /// Makes the end of a child readable on a descriptor, so that it can be polled together with
  /// files.
  ///
  /// - Returns: the descriptor that has bytes then.
  private static func watchChildren() throws(SpawnError) -> Int32 {
    let ends = try ProcessStart.pipe()
    for descriptor in [ends.read, ends.write] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    wakeEnd.store(ends.write, ordering: .relaxed)
    signal(SIGCHLD) { _ in
      let code = errno
      var byte: UInt8 = 0
      _ = write(FamilyKeeper.wakeEnd.load(ordering: .relaxed), &byte, 1)
      errno = code
    }
    unblock(SIGCHLD)
    return ends.read
  }

  /// Closes the files of this process, so that pipes of the program stay open only in the program.
  private static func closeFiles(but kept: Set<Int32>) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    for descriptor in STDIN_FILENO...STDERR_FILENO { dup2(null, descriptor) }
    for descriptor in ProcessTable.openDescriptors()
    where descriptor > STDERR_FILENO && !kept.contains(descriptor) { close(descriptor) }
  }

  /// Waits until the program has ended, or is to end.
  ///
  /// - Returns: the wait status of the program; nil when it is to end.
  private static func wait(for main: pid_t, _ lifeline: Int32, _ wake: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      var status: Int32 = 0
      while true {
        let ended = waitpid(-1, &status, WNOHANG)
        if ended == main { return status }
        // Other children are processes that the program has left behind.
        if ended <= 0, !(ended < 0 && errno == EINTR) { break }
      }
      var list = [
        pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&list, 2, -1) > 0 else { continue }
      if list[0].revents != 0 { return nil }
      while read(wake, &bytes, bytes.count) > 0 {}
    }
  }

  /// Ends all descendants of this process.
  private static func endAll() {
    for _ in 0..<roundsMax {
      for process in ProcessTable.descendants(of: getpid()) { kill(process, SIGKILL) }
      while waitpid(-1, nil, WNOHANG) > 0 {}
      // `waitpid` fails with ECHILD only when no child is left.
      if waitpid(-1, nil, WNOHANG) < 0, errno == ECHILD { return }
      poll(nil, 0, 1)
    }
  }

  private static func end(as status: Int32) -> Never {
    let number = status & 0x7F
    guard number != 0 else { _exit(status >> 8 & 0xFF) }
    // A core file of this process would not describe the program.
    CrashHandling.leaveNothing()
    signal(number, SIG_DFL)
    unblock(number)
    kill(getpid(), number)
    _exit(128 + number)
  }

  private static func unblock(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}
