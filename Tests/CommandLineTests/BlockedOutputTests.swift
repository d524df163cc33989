// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@Suite(
  "Command line: a blocked standard output", .serialized, .timeLimit(.minutes(30)),
  .waitsForProcesses)
struct BlockedOutputTests {
  /// A campaign with findings, and one against a program that never answers correctly.
  private static let commands = [
    "fuzz --strategies simplex.weightedLevels --laws none --cases 32 --no-minimize --out o",
    "fuzz --external 'zero=python3 zero.py' --cases 8 --no-minimize --out o",
  ]

  private static let program = """
    import sys, json
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "status": "ok"}
        if request["op"] == "hello":
            reply.update(protocol="layoutfuzz-solver", version=1, solver="zero", session=False)
        else:
            reply.update(status="optimal", values=[0.0] * request.get("variables", 0))
        print(json.dumps(reply), flush=True)

    """

  private func folder() throws -> URL { try TemporaryFolder.make(["zero.py": Self.program]) }

  /// Returns a process of the tool, started by a shell that it replaces.
  private func process(_ command: String, in folder: URL) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec '\(try ToolRun.executable().path)' \(command)"]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// Expects that the complete result of a campaign is in its folder.
  private func expectWhole(_ folder: URL, _ comment: Comment) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["campaign.json", "findings"], comment)
    let file = folder.appendingPathComponent("campaign.json")
    let record = try JSONParser.parse(Array(try Data(contentsOf: file)))
    #expect(record.members?.isEmpty == false, comment)
  }

  @Test(
    "the result is on disk if standard output fails", .linuxOnly("writes to /dev/full"),
    arguments: commands,
    TestLength.some(of: [">/dev/full", ">&-", "--json >/dev/full"], quick: 1))
  func unprintable(command: String, redirection: String) throws {
    let folder = try folder()
    let process = try process("\(command) \(redirection)", in: folder)
    try process.run()
    process.waitUntilExit()
    let isClosed = redirection.contains("&-")
    // Another descriptor may take the number of a closed stream; a full device always fails.
    #expect(process.terminationStatus == 74 || isClosed && process.terminationStatus == 1)
    try expectWhole(folder.appendingPathComponent("o"), "\(command) \(redirection)")
  }

  @Test(
    "the result of a merge is on disk if standard output fails", .exhaustive,
    .linuxOnly("writes to /dev/full"))
  func merge() throws {
    let folder = try folder()
    let plan = [
      "campaign", "plan", "--dir", "d", "--shards", "2", "--cases", "64", "--laws", "none",
      "--strategies", "simplex.weightedLevels",
    ]
    #expect(try ToolRun(plan, in: folder).status == 0)
    let run = ["campaign", "run", "--dir", "d", "--index", "all"]
    #expect(try ToolRun(run, in: folder).status == 0)
    let process = try process("campaign merge --dir d >/dev/full", in: folder)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("d/campaign.json").path))
  }

  /// Returns a pipe whose buffer is full.
  private func fullPipe() throws -> (reading: FileHandle, writing: FileHandle) {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let bytes = [UInt8](repeating: 32, count: 512)
    while write(descriptor, bytes, bytes.count) > 0 {}
    _ = fcntl(descriptor, F_SETFL, flags)
    return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
  }

  @Test(
    "a signal ends a campaign that waits for a reader, with its result on disk",
    arguments: commands,
    TestLength.some(
      of: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)], quick: 1))
  func blocked(command: String, signal: (number: Int32, status: Int32)) throws {
    let folder = try folder()
    let pipe = try fullPipe()
    let process = try process(command, in: folder)
    process.standardOutput = pipe.writing
    try process.run()
    // Ends a tool that never stores its result or never ends.
    let hanging = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: hanging)
    let result = folder.appendingPathComponent("o/campaign.json").path
    while process.isRunning, !FileManager.default.fileExists(atPath: result) { usleep(10_000) }
    kill(process.processIdentifier, signal.number)
    process.waitUntilExit()
    hanging.cancel()
    #expect(process.terminationReason == .exit && process.terminationStatus == signal.status)
    try expectWhole(folder.appendingPathComponent("o"), "\(command), signal \(signal.number)")
    withExtendedLifetime(pipe) {}
  }
}
