// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Synchronization

/// The life of a keeper: starts a program of others, and ends all that is left of it when the
/// program or the tool ends.
///
/// Processes below the keeper whose parents end become its children, whatever their environment,
/// group and session: none leaves it while it lives. When the keeper is killed they come to the
/// tool, which ends them. It has a session of its own and blocks signals, as the guard does, and
/// ends as the program ends, so that the tool sees how.
package enum FamilyKeeper {
  /// The exit code of a keeper that could not start the program.
  private static let noProcess: Int32 = 71
  /// How often processes are ended until none is left, a millisecond apart: some may be starting
  /// others.
  private static let roundsMax = 5_000

  /// The end of a pipe that the end of a child writes to.
  private static let wakeEnd = Atomic<Int32>(-1)

  /// Keeps a program until it ends and ends this process in the same way.
  ///
  /// - Parameters:
  ///   - mark: the families of the program (`ProcessFamily.variable`), without those of this
  ///     process.
  ///   - lifeline: a descriptor that has bytes, or its end, when the program is to end.
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

  /// From now on the end of a child can be waited for together with files.
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

  /// Pipes of the program stay open only where it is.
  private static func closeFiles(but kept: Set<Int32>) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    for descriptor in STDIN_FILENO...STDERR_FILENO { dup2(null, descriptor) }
    for descriptor in ProcessTable.openDescriptors()
    where descriptor > STDERR_FILENO && !kept.contains(descriptor) { close(descriptor) }
  }

  /// - Returns: how the program ended; nil when it is to end.
  private static func wait(for main: pid_t, _ lifeline: Int32, _ wake: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      var status: Int32 = 0
      while true {
        let ended = waitpid(-1, &status, WNOHANG)
        if ended == main { return status }
        // Others are what the program has left behind.
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

  /// Ends everything below this process.
  private static func endAll() {
    for _ in 0..<roundsMax {
      for process in ProcessTable.descendants(of: getpid()) { kill(process, SIGKILL) }
      while waitpid(-1, nil, WNOHANG) > 0 {}
      // The wait with nothing to wait for is the only one that fails.
      if waitpid(-1, nil, WNOHANG) < 0, errno == ECHILD { return }
      poll(nil, 0, 1)
    }
  }

  private static func end(as status: Int32) -> Never {
    let number = status & 0x7F
    guard number != 0 else { _exit(status >> 8 & 0xFF) }
    // A core file of this process would say nothing of the program.
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
