// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks that programs of others end with the tool, for each way in which it ends.
@Suite(
  "Command line: no process outlives the tool", .timeLimit(.minutes(30)),
  .waitsForProcesses, .linuxOnly("leftover processes are found in /proc"))
struct FamilyTests {
  /// Methods by which an adapter tries to outlive the tool.
  enum Habit: String, CaseIterable, Sendable {
    /// Never reads its input after the handshake.
    case deaf
    /// Starts a process in its own session, whose parent has ended.
    case daemon
    /// Ignores all signals that can be ignored, and starts a process as `daemon` does.
    case stubborn
    /// Starts a process without an environment in the same group.
    case bare
    /// Starts a process without an environment in its own session, whose parent has ended.
    case escaped
    /// Stops its keeper.
    case stopper
  }

  enum Ending: CaseIterable, Sendable {
    case killed, terminated, normal, crashed
    /// The guard and the keepers are killed before the tool.
    case unguarded
  }

  /// Each habit with each ending; in a quick run each value once.
  private static let pairs: [(Habit, Ending)] =
    TestLength.isFull
    ? Habit.allCases.flatMap { habit in Ending.allCases.map { (habit, $0) } }
    : Array(zip(Habit.allCases, Ending.allCases)) + [(.stopper, .killed)]

  /// The time in which all processes must end after the tool, in seconds: 5 s would do if the guard
  /// had the processor, which these tests occupy.
  private static let seconds = 30

  /// An adapter that writes the process identifiers of its processes to a file.
  private static let adapter = """
    import json, os, signal, subprocess, sys, time
    habit, pids = sys.argv[1], sys.argv[2]
    def note():
        with open(pids, "a") as file:
            file.write("%d\\n" % os.getpid())
    def sleep():
        while True:
            time.sleep(60)
    if habit == "stubborn":
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE, signal.SIGUSR1):
            signal.signal(number, signal.SIG_IGN)
    note()
    if habit in ("daemon", "stubborn"):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for descriptor in (0, 1, 2):
                    os.close(descriptor)
                note()
                sleep()
            os._exit(0)
        os.wait()
    if habit == "escaped":
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                note()
                null = os.open("/dev/null", os.O_RDWR)
                for descriptor in (0, 1, 2):
                    os.dup2(null, descriptor)
                os.execve("/bin/sleep", ["sleep", "600"], {})
            os._exit(0)
        os.wait()
    if habit == "bare":
        child = subprocess.Popen(["/bin/sleep", "600"], env={}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(pids, "a") as file:
            file.write("%d\\n" % child.pid)
    if habit == "stopper":
        with open(pids, "a") as file:
            file.write("%d\\n" % os.getppid())
        os.kill(os.getppid(), signal.SIGSTOP)
    line = json.loads(sys.stdin.readline())
    print(json.dumps({"id": line["id"], "protocol": "layoutfuzz-solver", "version": 1,
        "solver": habit, "session": False}), flush=True)
    with open(pids, "a") as file:
        file.write("ready\\n")
    sleep()

    """

  /// Starts the tool with an adapter of the habit.
  private static func fuzz(
    _ habit: Habit, cases: Int, timeout: String, in folder: URL
  ) throws -> RunningTool {
    try RunningTool(
      [
        "fuzz", "--external", "python3 adapter.py \(habit.rawValue) pids", "--cases", "\(cases)",
        "--timeout", timeout, "--no-minimize", "--jobs", "1",
      ], in: folder)
  }

  @Test(
    "adapters and their processes have ended",
    arguments: pairs)
  func adapters(habit: Habit, ending: Ending) throws {
    let folder = try TemporaryFolder.make(["adapter.py": Self.adapter])
    let file = folder.appendingPathComponent("pids")
    let timeout = ending == .normal ? "1s" : "10m"
    let tool = try Self.fuzz(habit, cases: 1, timeout: timeout, in: folder)
    defer { tool.send(signal: SIGKILL) }
    var text = ""
    // A child writes its identifier by itself, on a busy machine after the adapter is ready.
    let expected = habit == .deaf ? 1 : 2
    func identifiers() -> [Int32] { text.split(separator: "\n").compactMap { Int32($0) } }
    for _ in 0..<3000 where !text.contains("ready") || identifiers().count < expected {
      usleep(20_000)
      text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }
    let said = try tool.errorSoFar()
    #expect(text.contains("ready"), "\(said)")
    switch ending {
    case .unguarded:
      let left = Self.killGuards(of: tool.identifier)
      #expect(left == [], "what a killed keeper had below it comes to the tool, which ends it")
      tool.send(signal: SIGKILL)
    case .killed: tool.send(signal: SIGKILL)
    case .terminated: tool.send(signal: SIGTERM)
    case .crashed: tool.send(signal: SIGILL)
    case .normal: break
    }
    _ = try tool.finish()
    text = try String(contentsOf: file, encoding: .utf8)
    let processes = identifiers()
    #expect(processes.count >= expected)
    #expect(Processes.waitForEnd(processes, seconds: Self.seconds) == [], "\(habit), \(ending)")
  }

  /// Ends the guard and all keepers of a tool.
  ///
  /// - Returns: the processes below the keepers that have not ended while the tool runs.
  private static func killGuards(of tool: Int32) -> [Int32] {
    func guards() -> [Int32] {
      Processes.children(of: tool).filter {
        Processes.words(of: $0).dropFirst().first == "guard"
      }
    }
    // The guard and one keeper: after an end, the next one starts while the adapter does.
    for _ in 0..<3000 where guards().count < 2 { usleep(20_000) }
    let found = guards()
    #expect(found.count == 2)
    let below = found.flatMap(Processes.descendants)
    #expect(!below.isEmpty)
    for process in found { kill(process, SIGKILL) }
    return Processes.waitForEnd(below, seconds: seconds)
  }

  @Test("adapters whose keepers are killed have no finding, and new ones have keepers again")
  func keepers() throws {
    let folder = try TemporaryFolder.make(["adapter.py": Self.adapter])
    let file = folder.appendingPathComponent("pids")
    let tool = try Self.fuzz(.escaped, cases: 1, timeout: "10m", in: folder)
    defer { tool.send(signal: SIGKILL) }
    func text() -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
    for round in 1...3 {
      for _ in 0..<3000 where text().split(separator: "\n").count(where: { $0 == "ready" }) < round
      {
        usleep(20_000)
      }
      let said = try tool.errorSoFar()
      #expect(Processes.isAlive(tool.identifier), "\(said)")
      if round < 3 { #expect(Self.killGuards(of: tool.identifier) == []) }
    }
    tool.send(signal: SIGKILL)
    _ = try tool.finish()
    let processes = text().split(separator: "\n").compactMap { Int32($0) }
    #expect(processes.count >= 6)
    #expect(Processes.waitForEnd(processes, seconds: Self.seconds) == [])
  }

  @Test("processes left by an adapter end with it, while the tool runs")
  func strays() throws {
    let folder = try TemporaryFolder.make(["adapter.py": Self.adapter])
    let file = folder.appendingPathComponent("pids")
    // Each case hangs and takes a new adapter. The tool is busy with the next case when the test
    // looks for the first adapter.
    let tool = try Self.fuzz(.daemon, cases: 400, timeout: "1s", in: folder)
    defer { tool.send(signal: SIGKILL) }
    var numbers: [Int32] = []
    for _ in 0..<3000 where numbers.count < 4 {
      usleep(20_000)
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      numbers = text.split(separator: "\n").compactMap { Int32($0) }
    }
    #expect(numbers.count >= 4)
    #expect(Processes.waitForEnd(Array(numbers.prefix(2)), seconds: Self.seconds) == [])
    #expect(Processes.isAlive(tool.identifier))
    tool.send(signal: SIGTERM)
    _ = try tool.finish()
    #expect(Processes.waitForEnd(numbers, seconds: Self.seconds) == [])
  }

  @Test("other processes of the tool's parent are left alone, also inherited orphans", .exhaustive)
  func strangers() throws {
    let folder = try TemporaryFolder.make(["adapter.py": Self.adapter])
    let script = """
      (/bin/sleep 600 & echo $! >stranger; exec /bin/sleep 2) &
      while [ ! -s stranger ]; do :; done
      exec "$0" "$@"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", script, try ToolRun.executable().path] + [
        "fuzz", "--external", "python3 adapter.py daemon pids", "--cases", "3", "--timeout", "2s",
        "--no-minimize", "--jobs", "1",
      ]
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The unrelated process has the file by which Foundation would notice the end of the tool.
    #expect(Processes.waitForEnd([process.processIdentifier], seconds: 300) == [])
    let text = try String(
      contentsOf: folder.appendingPathComponent("stranger"), encoding: .utf8)
    let stranger = try #require(Int32(text.split(separator: "\n").first ?? ""))
    // The guard searches for some time after the end of the tool.
    usleep(1_000_000)
    #expect(Processes.isAlive(stranger))
    kill(stranger, SIGKILL)
    process.waitUntilExit()
  }

  @Test("a killed night leaves no process that it has started")
  func night() throws {
    let folder = try TemporaryFolder.make()
    let stored = folder.appendingPathComponent("state/findings")
    try FileManager.default.createDirectory(at: stored, withIntermediateDirectories: true)
    let fuzz = try ToolRun(
      [
        "fuzz", "--seed", "7", "--strategies", "unruly.loop", "--cases", "12", "--laws", "none",
        "--no-minimize", "--case-timeout", "1s", "--out", "state",
      ], in: folder)
    #expect(fuzz.status == 1, "\(fuzz.error)")
    // A night reads findings that it did not store only beside a registry without hashes.
    try #"{"layoutfuzzRegistry": 1, "night": 0, "buckets": []}"#.write(
      to: folder.appendingPathComponent("state/registry.json"), atomically: true, encoding: .utf8)
    let night = try RunningTool(
      ["campaign", "nightly", "--state", "state", "--time", "1m", "--case-timeout", "10m"],
      in: folder)
    defer { night.send(signal: SIGKILL) }
    var replays: [Int32] = []
    for _ in 0..<3000 where replays.isEmpty {
      usleep(20_000)
      replays = Processes.children(of: night.identifier).filter {
        Processes.words(of: $0).contains("replay")
      }
    }
    let said = try night.errorSoFar()
    #expect(!replays.isEmpty, "\(said)")
    let all = replays + replays.flatMap(Processes.children)
    night.send(signal: SIGKILL)
    _ = try night.finish()
    #expect(Processes.waitForEnd(all, seconds: Self.seconds) == [])
  }

  @Test(
    "the hidden subcommand of the guard is no command for users",
    arguments: [[], ["x"], ["1-2", "y"], ["1-2.3", "4"], ["1-2.3", "x", "true"]])
  func hidden(words: [String]) throws {
    #expect(try ToolRun(["guard"] + words).status == 64)
  }
}
