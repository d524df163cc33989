// SPDX-License-Identifier: MIT

import ExternalSolvers
import Foundation
import TestSupport

/// An adapter written for a test, in its own folder, which is removed with the value.
final class FakeAdapter {
  private let folder: URL
  let command: AdapterCommand

  /// - Parameter python: the source, which follows the imports of `sys`, `json`, `os` and `time`,
  ///   and functions that greet and answer.
  /// - Throws: when the file cannot be written.
  init(python: String) throws {
    folder = TestFolder.root
      .appendingPathComponent("layoutfuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("fake.py")
    try Data((FakeAdapter.prelude + python).utf8).write(to: file)
    command = AdapterCommand(name: "fake", command: "\(Python.command) '\(file.path)'")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Python functions: `requests()` gives the requests after the handshake; `say` writes a reply.
  private static let prelude = """
    import sys, json, os, time
    def say(reply):
        sys.stdout.write(json.dumps(reply) + "\\n")
        sys.stdout.flush()
    def requests(session=False):
        for line in sys.stdin:
            request = json.loads(line)
            if request["op"] == "hello":
                say({"id": request["id"], "protocol": "layoutfuzz-solver", "version": 1,
                     "solver": "fake", "session": session})
            else:
                yield request

    """

  /// An adapter that solves only systems in which every constraint is `c * x == b`: the highest
  /// priority wins.
  static let healthy = """
    def solve(count, rows):
        values = [0.0] * count
        for row in sorted(rows, key=lambda row: row["priority"]):
            (variable, factor), = row["terms"]
            values[variable] = row["constant"] / factor
        return values
    def run(session):
        count, rows = 0, {}
        for request in requests(session):
            reply = {"id": request["id"], "status": "ok"}
            op = request["op"]
            if op == "solve":
                reply.update(status="optimal", values=solve(request["variables"], request["constraints"]))
            elif op == "read":
                reply.update(status="optimal", values=solve(count, rows.values()))
            elif op == "open":
                count, rows = request["variables"], {}
            elif op == "add":
                rows[request["constraint"]["id"]] = request["constraint"]
            elif op == "remove":
                del rows[request["constraint"]]
            elif op == "suggest":
                rows["s%d" % request["variable"]] = {"terms": [[request["variable"], 1]],
                    "constant": float(request["value"]), "priority": request["priority"]}
            else:
                reply.update(status="gaveUp", reason=op)
            say(reply)

    """
}

/// Returns the current time: time-outs need a clock, but no expectation depends on it.
func testClock() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
