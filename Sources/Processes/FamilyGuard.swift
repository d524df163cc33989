// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The program of a guard: waits until the process that started it has ended in any way, and ends
/// the rest of its family.
///
/// It has a session of its own and blocks signals: a signal to the group or terminal of the tool
/// does not end the guard. It has no file of the tool open. So a reader that waits for the end of
/// the tool's output does not wait for the guard.
package enum FamilyGuard {
  /// The number of consecutive searches without a process that end the guard.
  ///
  /// A process whose start was under way at the end of the tool appears some time later.
  private static let quietRounds = 10
  private static let roundsMax = 500
  private static let pauseMilliseconds: Int32 = 30

  /// Guards the family of this name and ends the process.
  package static func run(family: String) -> Never {
    // Members are in the session of the tool unless they have left it.
    let session = getsid(getppid())
    for descriptor in ProcessTable.openDescriptors() where descriptor > STDERR_FILENO {
      close(descriptor)
    }
    guard let kin = kinAtEnd() else { _exit(0) }
    var quiet = 0
    for _ in 0..<roundsMax where quiet < quietRounds {
      let found = members(of: family, kin, session: session)
      for process in found { kill(process, SIGKILL) }
      // A stopped keeper would not end by itself.
      for keeper in kin.keepers where getsid(keeper) == keeper { kill(keeper, SIGCONT) }
      quiet = found.isEmpty ? quiet + 1 : 0
      poll(nil, 0, pauseMilliseconds)
    }
    _exit(0)
  }

  /// The processes that the tool has started, by their numbers.
  private struct Kin {
    /// Each leads a group.
    var members: Set<pid_t> = []
    /// Each leads a session (`FamilyKeeper`).
    var keepers: Set<pid_t> = []
  }

  /// Waits for the end of the tool.
  ///
  /// - Returns: the processes that it had started and not reaped; nil when it has ended them
  ///   itself.
  private static func kinAtEnd() -> Kin? {
    var kin = Kin()
    var line: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return kin }
      for byte in chunk[..<count] {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        let number = pid_t(String(decoding: line.dropFirst(), as: UTF8.self))
        switch (line.first, number) {
        case (UInt8(ascii: "+"), let number?): kin.members.insert(number)
        case (UInt8(ascii: "*"), let number?): kin.keepers.insert(number)
        case (UInt8(ascii: "-"), let number?):
          kin.members.remove(number)
          kin.keepers.remove(number)
        case (UInt8(ascii: "."), _): return nil
        default: break
        }
        line = []
      }
    }
  }

  /// Returns the processes of the family with their descendants.
  ///
  /// They name the family in their environment, or are in the group of a member or the session of a
  /// keeper.
  ///
  /// Keepers are left out: they end by themselves when nothing is left below them.
  private static func members(
    of family: String, _ kin: Kin, session: pid_t
  ) -> Set<pid_t> {
    let own = getpid()
    let entries = ProcessTable.entries().filter {
      $0.process != own && !kin.keepers.contains($0.process)
    }
    var found: Set<pid_t> = []
    for entry in entries {
      // A number may be reused by a group of another program: that group is in another session.
      let isNear =
        kin.members.contains(entry.group) && entry.session == session
        || kin.keepers.contains(entry.session)
      let value =
        isNear ? nil : ProcessTable.environmentValue(of: entry.process, ProcessFamily.variable)
      if isNear || value.map({ ProcessFamily.contains($0, family: family) }) ?? false {
        found.insert(entry.process)
      }
    }
    while true {
      let more = entries.filter { found.contains($0.parent) && !found.contains($0.process) }
      if more.isEmpty { return found }
      found.formUnion(more.map(\.process))
    }
  }
}
