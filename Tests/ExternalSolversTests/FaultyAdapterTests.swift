// SPDX-License-Identifier: MIT

import ExactNumerics
import Foundation
import LinearModel
import Processes
import Scripts
import Testing
import TestSupport

@testable import ExternalSolvers

/// Checks that faulty programs are distinguished, ended and restarted, and that no wait is endless.
@Suite(.timeLimit(.minutes(30)), .waitsForProcesses)
struct FaultyAdapterTests {
  static let one = AdapterRequest.solve(
    variables: 1,
    constraints: [
      .init(id: 0, [.init(.one, VariableID(0))], .equal, Rational(7), strength: .required)
    ])

  /// Returns the outcome of equal requests of a pool to an adapter, as text.
  static func outcome(
    _ python: String, seconds: Double = 60, requests: Int = 1
  ) throws -> String {
    let fake = try FakeAdapter(python: python)
    let pool = try AdapterPool(
      fake.command, timeoutNanoseconds: UInt64(seconds * 1e9), now: testClock)
    defer { pool.endAll() }
    return try Self.ask(pool, requests: requests)
  }

  static func ask(_ pool: AdapterPool, requests: Int = 1) throws -> String {
    let outcome = try pool.run { process, deadline -> AdapterPool.Attempt<[Double]> in
      switch process.ask(Array(repeating: one, count: requests), deadline: deadline) {
      case .replies(let replies): return .done(replies[0].values)
      case .failed(let failure): return .failed(failure)
      case .stopped: return .stopped
      }
    }
    switch outcome {
    case .done(let values): return "\(values)"
    case .failed(let failure): return failure.sentence
    case .failedAfterOthers(let failure, let values): return "\(values), before: \(failure.name)"
    case .stopped: return "stopped"
    }
  }

  @Test("a healthy adapter answers")
  func healthy() throws {
    #expect(try Self.outcome(FakeAdapter.healthy + "run(False)") == "[7.0]")
  }

  @Test(
    "faulty adapters are distinguished",
    arguments: [
      ("import signal\nfor r in requests(): os.kill(os.getpid(), signal.SIGABRT)", "SIGABRT"),
      ("for r in requests(): sys.exit(3)", "exit code 3"),
      (
        "for r in requests():\n  print('why', file=sys.stderr)\n  sys.exit(1)",
        "exit code 1: \"why\""
      ),
      ("for r in requests(): print('not JSON', flush=True)", "is not a valid answer: "),
      (
        "for r in requests(): say({'id': 77, 'status': 'optimal', 'values': [1]})",
        "the id 77 where 1 was asked"
      ),
      (
        "for r in requests():\n  sys.stdout.write('{}\\n' * 100)\n  sys.stdout.flush()",
        "no \"id\""
      ),
      (
        "for r in requests():\n  x = {'id': r['id'], 'status': 'infeasible'}\n"
          + "  sys.stdout.write(2 * (json.dumps(x) + '\\n'))\n  sys.stdout.flush()",
        "more than one line"
      ),
      (
        "for r in requests():\n  while True: sys.stdout.write('x' * 65536)",
        "a line of more than"
      ),
      ("for r in requests():\n  os.close(1)\n  time.sleep(600)", "closed its output"),
      ("for r in requests():\n  os.close(0)\n  os._exit(9)", "exit code 9"),
    ])
  func faults(python: String, expected: String) throws {
    let said = try Self.outcome(python)
    #expect(said.contains(expected), "\(said)")
  }

  /// Returns an adapter that is killed, as if from outside, at its first requests or handshakes,
  /// and healthy later.
  ///
  /// `note` is a file that grows by a byte with each kill.
  private static func killed(
    _ count: Int, _ signal: String, atHandshake: Bool, note: String
  ) -> String {
    let kill = [
      "with open('\(note)', 'a') as file: file.write('x')",
      "if os.path.getsize('\(note)') <= \(count): os.kill(os.getpid(), \(signal))",
    ]
    let lines =
      atHandshake
      ? kill
      : ["own_solve = solve", "def solve(count, rows):"] + kill.map { "    " + $0 }
        + ["    return own_solve(count, rows)"]
    return FakeAdapter.healthy
      + (["import signal"] + lines + ["run(False)"]).joined(separator: "\n")
  }

  @Test(
    "an adapter killed from outside has no finding, until it is killed again and again",
    arguments: ["signal.SIGKILL", "signal.SIGTERM", "signal.SIGHUP"], [false, true])
  func killed(signal: String, atHandshake: Bool) throws {
    for count in TestLength.choose(quick: [1, 1000], full: [0, 1, 5, 1000]) {
      let folder = try TestFolder.make()
      let note = folder.appendingPathComponent("note").path
      let fake = try FakeAdapter(
        python: Self.killed(count, signal, atHandshake: atHandshake, note: note))
      var limits = BackOff.Limits()
      (limits.countMax, limits.milliseconds) = (7, 1)
      func outcome() throws -> String {
        let pool = try AdapterPool(
          fake.command, timeoutNanoseconds: 60_000_000_000, now: testClock, backOff: limits)
        defer { pool.endAll() }
        return try Self.ask(pool)
      }
      if count < 1000 {
        #expect(try outcome() == "[7.0]", "\(count) kills")
      } else {
        let error = #expect(throws: AdapterStartError.self) { try outcome() }
        #expect(
          error?.problem.contains("ended from outside: 7 in a row") == true, "\(error as Any)")
      }
    }
  }

  @Test("an adapter that does not answer is ended with the processes that it started")
  func hung() throws {
    let folder = TestFolder.root
      .appendingPathComponent("layoutfuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let note = folder.appendingPathComponent("pids").path
    let said = try Self.outcome(
      """
      import subprocess
      for r in requests():
        child = subprocess.Popen(["sleep", "600"])
        with open("\(note).new", "w") as file: file.write("%d %d" % (os.getpid(), child.pid))
        os.rename("\(note).new", "\(note)")
        time.sleep(600)
      """, seconds: 5)
    #expect(said.contains("no answer within"), "\(said)")
    let text = try String(contentsOfFile: note, encoding: .utf8)
    let pids = text.split(separator: " ").compactMap { pid_t($0) }
    #expect(pids.count == 2)
    for pid in pids { #expect(Self.hasEnded(pid), "process \(pid) is still there") }
  }

  @Test("a bad line ends the wait for other replies, unless the program ends by itself")
  func badLineThenSilence() throws {
    func outcome(after last: String) throws -> String {
      // The time limit of the test is far longer than the wait after a bad line.
      try Self.outcome(
        """
        for r in requests():
          sys.stdout.write("nonsense\\n")
          sys.stdout.flush()
          \(last)
        """, seconds: 3600, requests: 3)
    }
    for last in ["time.sleep(7200)", "os.close(1); time.sleep(7200)"] {
      let said = try outcome(after: last)
      #expect(said.contains("nonsense") && !said.contains("no answer within"), "\(said)")
    }
    #expect(try outcome(after: "os._exit(3)").contains("exit code 3"))
  }

  /// Whether the process has ended or waits to be reaped by another parent; waits a little for
  /// that.
  static func hasEnded(_ pid: pid_t) -> Bool {
    for _ in 0..<500 {
      guard kill(pid, 0) == 0 else { return true }
      let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      if let state, state.contains(") Z ") { return true }
      usleep(10_000)
    }
    return false
  }

  @Test("a request to stop ends a wait")
  func stopped() throws {
    let fake = try FakeAdapter(python: "for r in requests(): time.sleep(600)")
    let process = try AdapterProcess(
      fake.command, timeout: AdapterPool.timeoutDefault, now: testClock)
    var asked = 0
    let answer = process.ask([Self.one], deadline: .max) {
      asked += 1
      return asked > 3
    }
    guard case .stopped = answer else {
      Issue.record("not stopped: \(answer)")
      return
    }
    #expect(!process.isUsable)
  }

  @Test("a process that worked before is accused only after a new one fails, too")
  func secondChance() throws {
    let fake = try FakeAdapter(
      python: """
        for number, r in enumerate(requests()):
          if number == 1: os._exit(5)
          say({'id': r['id'], 'status': 'optimal', 'values': [7]})
        """)
    let pool = try AdapterPool(fake.command, now: testClock)
    defer { pool.endAll() }
    #expect(try Self.ask(pool) == "[7.0]")
    #expect(try Self.ask(pool) == "[7.0], before: crash")
    #expect(try Self.ask(pool) == "[7.0], before: crash")
  }

  @Test(
    "a program without a correct handshake does not start",
    arguments: [
      ("sys.exit(75)", "exit code 75"), ("print('hello', flush=True)\ninput()\ninput()", "hello"),
      (
        "input()\nsay({'id': 0, 'protocol': 'other', 'version': 1})\ninput()", "the protocol is not"
      ),
      (
        "input()\nsay({'id': 0, 'protocol': 'layoutfuzz-solver', 'version': 2})\ninput()",
        "the protocol is not"
      ),
    ])
  func noHandshake(python: String, expected: String) throws {
    let fake = try FakeAdapter(python: python)
    do {
      _ = try AdapterPool(fake.command, now: testClock)
      Issue.record("it started")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
    }
  }

  @Test("a missing command does not start")
  func noCommand() throws {
    do {
      _ = try AdapterPool(
        AdapterCommand(name: "none", command: "/nowhere/none"), now: testClock)
      Issue.record("it started")
    } catch {
      #expect("\(error)".contains("exit code 127"), "\(error)")
    }
  }

  @Test("long requests and long replies do not block each other")
  func longLines() throws {
    let fake = try FakeAdapter(python: FakeAdapter.healthy + "run(False)")
    let process = try AdapterProcess(
      fake.command, timeout: AdapterPool.timeoutDefault, now: testClock)
    let rows = (0..<20_000).map {
      SolverScript.Constraint(id: $0, [.init(.one, VariableID($0))], .equal, Rational($0))
    }
    let request = AdapterRequest.solve(variables: rows.count, constraints: rows)
    let answer = process.ask([request, request, request], deadline: .max)
    guard case .replies(let replies) = answer else {
      Issue.record("\(answer)")
      return
    }
    for reply in replies { #expect(reply.values == rows.indices.map(Double.init)) }
    process.end()
  }
}
