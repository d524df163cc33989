// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Synchronization

extension ProcessStart {
  /// Starts the program as a member of this process's family.
  package func run() throws(SpawnError) -> FamilyMember { try ProcessFamily.start(self) }
}

/// All processes that this one has started, and all that these have started: none of them outlives
/// this process.
///
/// Each process gets the name of the family and its own number in its environment (`variable`),
/// which all that it starts inherit, also those that leave its group and its session. A process
/// whose parent ends comes to this one, as far as the system does that (`ProcessTable`). Programs
/// of others run below a keeper, which ends all that is left of them when they or this process end
/// (`FamilyKeeper`). A guard looks through all processes when this process has been killed
/// (`FamilyGuard`). Both are processes of this program.
///
/// A process escapes when its environment was emptied or overwritten, it has a session of its own,
/// its parent has ended, and both its keeper and this process are killed at a time; one that runs
/// as another user escapes, too.
package enum ProcessFamily {
  /// The environment variable that names the families to which a process belongs, the outermost
  /// first: `NAME.NUMBER:NAME.NUMBER`.
  package static let variable = "LAYOUTFUZZ_FAMILY"

  private struct State {
    /// How the guard is started; nil while nothing has been begun, as in tests.
    var guardCommand: [String]?
    var guarded: Guard?
    /// Whether programs of others were started: what they leave behind is looked for, also when the
    /// guard was ended.
    var hadForeign = false
    /// Whether processes without parents come to this one.
    var adopts = false
    /// Processes that were there before: the parent of this program had started them.
    var strangers: Set<pid_t> = []
    var made = 0
    var members: [Int: FamilyMember] = [:]
  }

  /// The running guard, and the pipe whose end tells it that this process has ended.
  private struct Guard {
    let pid: pid_t
    let pipe: Int32
  }

  private static let state = Mutex(State())

  /// When this process began, by the clock of who began the family.
  private static let moment = Atomic<UInt64>(0)

  /// The name of the family: no other process on this machine has had it since the machine was
  /// started.
  private static var name: String { "\(getpid())-\(moment.load(ordering: .relaxed))" }

  /// Whether a word is like the name of a family with the number of a process in it.
  package static func isMark(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && isName(String(parts[0])) && UInt64(parts[1]) != nil
  }

  /// Whether a word is like the names of families.
  package static func isName(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { UInt64($0) != nil }
  }

  /// Whether a process with this value of `variable` belongs to a family.
  static func contains(_ value: String, family: String) -> Bool {
    value.split(separator: ":").contains { $0.utf8.starts(with: "\(family).".utf8) }
  }

  /// From now on nothing that this process starts is left when it has ended.
  ///
  /// - Parameters:
  ///   - guardCommand: the program, and the arguments that make it a guard (`FamilyGuard`).
  ///   - now: nanoseconds since some fixed moment; with the number of the process it tells families
  ///     apart.
  package static func begin(guardCommand: [String], now: UInt64) {
    moment.store(now, ordering: .relaxed)
    state.withLock { state in
      state.guardCommand = guardCommand
      state.strangers = Set(ProcessTable.children(of: getpid()))
      state.adopts = ProcessTable.adoptOrphans()
    }
  }

  // MARK: - Members

  static func start(_ start: ProcessStart) throws(SpawnError) -> FamilyMember {
    try state.withLock { (state) throws(SpawnError) in
      if start.isForeign { try startGuard(&state) }
      state.made += 1
      let number = state.made
      let mark = "\(name).\(number)"
      if start.isKept, state.adopts, let command = state.guardCommand {
        let (pid, lifeline) = try startKeeper(command, mark: mark, start)
        return take(FamilyMember(identifier: pid, number: number, lifeline: lifeline), &state)
      }
      let pid = try start.spawn(environment: environment(mark: mark))
      return take(FamilyMember(identifier: pid, number: number, lifeline: nil), &state)
    }
  }

  private static func take(_ member: FamilyMember, _ state: inout State) -> FamilyMember {
    state.members[member.number] = member
    tell(&state, member.notice)
    return member
  }

  /// Starts a program below a keeper.
  ///
  /// - Returns: the keeper, and the pipe whose end tells it that this process has ended.
  private static func startKeeper(
    _ command: [String], mark: String, _ start: ProcessStart
  ) throws(SpawnError) -> (pid: pid_t, lifeline: Int32) {
    let ends = try ProcessStart.pipe()
    defer { close(ends.read) }
    let kept = ProcessStart(
      command + [mark, "\(ends.read)"] + start.words,
      start.files + [.own(ends.read, as: ends.read)], isForeign: true)
    do throws(SpawnError) {
      // It has no mark: else the guard would end it before it has ended what is below it.
      return (try kept.spawn(environment: environment(mark: nil), blocksSignals: true), ends.write)
    } catch {
      close(ends.write)
      throw error
    }
  }

  static func leave(_ member: FamilyMember) {
    state.withLock { state in
      state.members[member.number] = nil
      tell(&state, "-\(member.identifier)\n")
      // What only this program's own processes have started has ended with them.
      if state.adopts, state.hadForeign { endStrays(of: member, state) }
    }
  }

  /// The environment of this process, and to which families a process belongs.
  ///
  /// - Parameter mark: names the family and the number of the process there; nil for one of no
  ///   further family.
  static func environment(mark: String?) -> [String] {
    let inherited = getenv(variable).map { String(cString: $0) }
    var texts: [String] = []
    var next = environ
    while let text = next.pointee {
      let entry = String(cString: text)
      if mark == nil || !entry.utf8.starts(with: "\(variable)=".utf8) { texts.append(entry) }
      next += 1
    }
    if let mark { texts.append("\(variable)=" + (inherited.map { "\($0):" } ?? "") + mark) }
    return texts
  }

  // MARK: - The guard

  private static func startGuard(_ state: inout State) throws(SpawnError) {
    guard state.guarded == nil, let command = state.guardCommand else { return }
    let ends = try ProcessStart.pipe()
    defer { close(ends.read) }
    let start = ProcessStart(
      command + [name],
      [
        .own(ends.read, as: STDIN_FILENO), .path("/dev/null", flags: O_WRONLY, as: STDOUT_FILENO),
        .path("/dev/null", flags: O_WRONLY, as: STDERR_FILENO),
      ], isForeign: false)
    do throws(SpawnError) {
      // It is no member: else it would end itself.
      let pid = try start.spawn(environment: environment(mark: nil), blocksSignals: true)
      state.guarded = Guard(pid: pid, pipe: ends.write)
      state.hadForeign = true
    } catch {
      close(ends.write)
      throw error
    }
    // What it cannot be told at once it does without: this process must not wait for it.
    _ = fcntl(ends.write, F_SETFL, O_NONBLOCK)
    for member in state.members.values { tell(&state, member.notice) }
  }

  /// Tells the guard; when it has been ended, another one is started with the next foreign process.
  private static func tell(_ state: inout State, _ line: String) {
    guard let guarded = state.guarded else { return }
    let count = Array(line.utf8).withUnsafeBytes { PipeWriting.write($0, to: guarded.pipe) }
    guard count < 0, errno == EPIPE else { return }
    close(guarded.pipe)
    waitpid(guarded.pid, nil, WNOHANG)
    state.guarded = nil
  }

  // MARK: - Ends

  /// How often processes that were ended are looked for again, a millisecond apart.
  private static let roundsMax = 200

  /// Ends processes that a member has left behind, as far as they have come to this one.
  private static func endStrays(of member: FamilyMember, _ state: State) {
    for _ in 0..<roundsMax {
      var isClean = true
      for orphan in orphans(state) where !reap(orphan) {
        let value = ProcessTable.environmentValue(of: orphan, variable)
        let isOfMember = value?.split(separator: ":").contains("\(name).\(member.number)")
        // Without a mark it comes from a keeper that was killed: other keepers have what was below
        // them. Where strangers were there it may be one of theirs.
        guard isOfMember ?? (member.isKept && state.strangers.isEmpty) else { continue }
        if end(orphan) { isClean = false }
      }
      if isClean { return }
      pause()
    }
  }

  /// Processes that have come to this one since their parents ended.
  private static func orphans(_ state: State) -> [pid_t] {
    let own = Set(state.members.values.map(\.identifier))
    return ProcessTable.children(of: getpid()).filter {
      !own.contains($0) && !state.strangers.contains($0) && $0 != state.guarded?.pid
    }
  }

  /// Ends a process and all that it has started.
  ///
  /// - Returns: whether this process may end it; one that runs as another user stays.
  @discardableResult
  private static func end(_ process: pid_t) -> Bool {
    let all = ProcessTable.descendants(of: process)
    let isRefused = kill(process, SIGKILL) != 0 && errno == EPERM
    for victim in all { kill(victim, SIGKILL) }
    return !isRefused
  }

  /// - Returns: whether the process had ended, and is gone now.
  private static func reap(_ process: pid_t) -> Bool { waitpid(process, nil, WNOHANG) == process }

  private static func pause() {
    var none = pollfd()
    poll(&none, 0, 1)
  }

  /// Ends all processes of the family, and the guard, which has nothing to do any more.
  package static func endAll() {
    state.withLock { state in
      guard state.hadForeign else { return }
      if state.adopts {
        endMembers(&state)
        endOrphans(state)
      }
      // Where orphans do not come to this process, the guard looks for them.
      if state.adopts { tell(&state, ".\n") }
      guard let guarded = state.guarded else { return }
      close(guarded.pipe)
      state.guarded = nil
      if state.adopts { while waitpid(guarded.pid, nil, 0) < 0, errno == EINTR {} }
    }
  }

  /// Ends those that are still running, and waits until they are gone: only then do their children
  /// come to this process.
  private static func endMembers(_ state: inout State) {
    for member in state.members.values where !member.isKept { end(member.identifier) }
    for member in state.members.values { member.end() }
    state.members = [:]
  }

  private static func endOrphans(_ state: State) {
    for _ in 0..<roundsMax {
      var isClean = true
      for orphan in orphans(state) where !reap(orphan) {
        // Where strangers were there, their orphans come to this process, too.
        if !state.strangers.isEmpty, !belongs(orphan) { continue }
        if end(orphan) { isClean = false }
      }
      if isClean { return }
      pause()
    }
  }

  private static func belongs(_ process: pid_t) -> Bool {
    ProcessTable.environmentValue(of: process, variable).map { contains($0, family: name) } ?? false
  }

  /// Waits for what has come to this process and ended since, so that it does not stay in the
  /// system's table.
  package static func reapOrphans() {
    state.withLock { state in
      guard state.adopts, state.hadForeign else { return }
      for orphan in orphans(state) { _ = reap(orphan) }
    }
  }
}
