// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Synchronization

extension ProcessStart {
  /// Starts the program as a member of this process's family.
  package func run() throws(SpawnError) -> FamilyMember { try ProcessFamily.start(self) }
}

/// All processes that this one has started, with their descendants: none of them outlives this
/// process.
///
/// Each process gets the name of the family and its own number in its environment (`variable`). Its
/// descendants inherit it, also those that leave its group and its session. This process adopts a
/// descendant whose parent ends, as far as the system supports that (`ProcessTable`). Foreign
/// programs run below a keeper, which ends all their processes when the program or this process
/// ends (`FamilyKeeper`). A guard searches all processes when this process has been killed
/// (`FamilyGuard`). Both are processes of this program.
///
/// A process that runs as another user escapes. A process also escapes if its keeper and this
/// process are killed at the same time. For that it must have a session of its own and an emptied
/// or overwritten environment, and its parent must have ended.
package enum ProcessFamily {
  /// The environment variable that names the families to which a process belongs, the outermost
  /// first: `NAME.NUMBER:NAME.NUMBER`.
  package static let variable = "LAYOUTFUZZ_FAMILY"

  private struct State {
    /// The command that starts the guard; nil before `begin`, as in tests.
    var guardCommand: [String]?
    var guarded: Guard?
    /// Whether foreign programs were started.
    ///
    /// Their orphans are searched for, also after the guard was ended.
    var hadForeign = false
    /// Whether this process adopts orphans.
    var adopts = false
    /// The children that this process had before `begin`: the process's earlier program had started
    /// them.
    var strangers: Set<pid_t> = []
    var made = 0
    var members: [Int: FamilyMember] = [:]
  }

  /// The running guard, and the pipe whose end signals to it that this process has ended.
  private struct Guard {
    let pid: pid_t
    let pipe: Int32
  }

  private static let state = Mutex(State())

  /// The time at which the family began, by the clock of the caller of `begin`.
  private static let moment = Atomic<UInt64>(0)

  /// The name of the family, unique on this machine since its start.
  private static var name: String { "\(getpid())-\(moment.load(ordering: .relaxed))" }

  /// Whether a word has the form of a family's name with the number of a process.
  package static func isMark(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && isName(String(parts[0])) && UInt64(parts[1]) != nil
  }

  /// Whether a word has the form of a family's name.
  package static func isName(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { UInt64($0) != nil }
  }

  /// Whether a process with this value of `variable` belongs to `family`.
  static func contains(_ value: String, family: String) -> Bool {
    value.split(separator: ":").contains { $0.utf8.starts(with: "\(family).".utf8) }
  }

  /// Begins the family: none of the processes that are started from now on outlives this process.
  ///
  /// - Parameters:
  ///   - guardCommand: the program, and the arguments that make it a guard (`FamilyGuard`).
  ///   - now: nanoseconds since some fixed moment; with the number of the process it distinguishes
  ///     families.
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
      let pid = try start.spawn(
        environment: start.environment.map(entries) ?? environment(mark: mark))
      return take(FamilyMember(identifier: pid, number: number, lifeline: nil), &state)
    }
  }

  private static func take(_ member: FamilyMember, _ state: inout State) -> FamilyMember {
    state.members[member.number] = member
    notify(&state, member.notice)
    return member
  }

  /// Starts a program below a keeper.
  ///
  /// - Returns: the keeper, and the pipe whose end signals to it that this process has ended.
  private static func startKeeper(
    _ command: [String], mark: String, _ start: ProcessStart
  ) throws(SpawnError) -> (pid: pid_t, lifeline: Int32) {
    let ends = try ProcessStart.pipe()
    defer { close(ends.read) }
    let kept = ProcessStart(
      command + [mark, "\(ends.read)"] + start.words,
      start.files + [.own(ends.read, as: ends.read)], isForeign: true)
    do throws(SpawnError) {
      // It has no mark: else the guard would end it before it has ended the processes below it.
      return (try kept.spawn(environment: environment(mark: nil), blocksSignals: true), ends.write)
    } catch {
      close(ends.write)
      throw error
    }
  }

  static func leave(_ member: FamilyMember) {
    state.withLock { state in
      state.members[member.number] = nil
      notify(&state, "-\(member.identifier)\n")
      // The processes of this program end their own children, so only foreign ones leave orphans.
      if state.adopts, state.hadForeign { endStrays(of: member, state) }
    }
  }

  /// Returns the environment for a process that this one starts.
  ///
  /// `mark` is the family and the number of the process, appended to `variable`; nil to leave the
  /// variable unchanged.
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

  /// Returns the entries of an environment in order of names, so that it is the same each time.
  private static func entries(_ environment: [String: String]) -> [String] {
    environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
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
      // It is no member of the family: else it would end itself.
      let pid = try start.spawn(environment: environment(mark: nil), blocksSignals: true)
      state.guarded = Guard(pid: pid, pipe: ends.write)
      state.hadForeign = true
    } catch {
      close(ends.write)
      throw error
    }
    // Writing must not block this process: a notice that does not fit into the pipe is dropped.
    _ = fcntl(ends.write, F_SETFL, O_NONBLOCK)
    for member in state.members.values { notify(&state, member.notice) }
  }

  /// Sends a line to the guard.
  ///
  /// When the guard has been ended, the next foreign process starts another one.
  private static func notify(_ state: inout State, _ line: String) {
    guard let guarded = state.guarded else { return }
    let count = Array(line.utf8).withUnsafeBytes { PipeWriting.write($0, to: guarded.pipe) }
    guard count < 0, errno == EPIPE else { return }
    close(guarded.pipe)
    waitpid(guarded.pid, nil, WNOHANG)
    state.guarded = nil
  }

  // MARK: - Ends

  /// The number of rounds, one millisecond apart, in which ended processes are searched for again.
  private static let roundsMax = 200

  /// Ends processes that a member has left behind, as far as this process has adopted them.
  private static func endStrays(of member: FamilyMember, _ state: State) {
    for _ in 0..<roundsMax {
      var isClean = true
      for orphan in orphans(state) where !reap(orphan) {
        let value = ProcessTable.environmentValue(of: orphan, variable)
        let isOfMember = value?.split(separator: ":").contains("\(name).\(member.number)")
        // An orphan without a mark comes from a killed keeper, since living keepers adopt the
        // processes below them. Where strangers exist it may be one of theirs.
        guard isOfMember ?? (member.isKept && state.strangers.isEmpty) else { continue }
        if end(orphan) { isClean = false }
      }
      if isClean { return }
      pause()
    }
  }

  /// Returns the processes that this one has adopted since their parents ended.
  private static func orphans(_ state: State) -> [pid_t] {
    let own = Set(state.members.values.map(\.identifier))
    return ProcessTable.children(of: getpid()).filter {
      !own.contains($0) && !state.strangers.contains($0) && $0 != state.guarded?.pid
    }
  }

  /// Ends a process and its descendants.
  ///
  /// - Returns: whether this process may end it; one that runs as another user stays.
  @discardableResult
  private static func end(_ process: pid_t) -> Bool {
    let all = ProcessTable.descendants(of: process)
    let isRefused = kill(process, SIGKILL) != 0 && errno == EPERM
    for victim in all { kill(victim, SIGKILL) }
    return !isRefused
  }

  /// - Returns: whether the process had ended and was reaped now.
  private static func reap(_ process: pid_t) -> Bool { waitpid(process, nil, WNOHANG) == process }

  private static func pause() {
    var none = pollfd()
    poll(&none, 0, 1)
  }

  /// Ends all processes of the family, and the guard, which is no longer needed.
  package static func endAll() {
    state.withLock { state in
      guard state.hadForeign else { return }
      if state.adopts {
        endMembers(&state)
        endOrphans(state)
      }
      // Where this process does not adopt orphans, the guard searches for them.
      if state.adopts { notify(&state, ".\n") }
      guard let guarded = state.guarded else { return }
      close(guarded.pipe)
      state.guarded = nil
      if state.adopts { while waitpid(guarded.pid, nil, 0) < 0, errno == EINTR {} }
    }
  }

  /// Ends the running members and waits for their end: only then does this process adopt their
  /// children.
  private static func endMembers(_ state: inout State) {
    for member in state.members.values where !member.isKept { end(member.identifier) }
    for member in state.members.values { member.end() }
    state.members = [:]
  }

  private static func endOrphans(_ state: State) {
    for _ in 0..<roundsMax {
      var isClean = true
      for orphan in orphans(state) where !reap(orphan) {
        // Where strangers exist, this process adopts their orphans, too.
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

  /// Reaps adopted processes that have ended, so that they do not stay in the system's table.
  package static func reapOrphans() {
    state.withLock { state in
      guard state.adopts, state.hadForeign else { return }
      for orphan in orphans(state) { _ = reap(orphan) }
    }
  }
}
