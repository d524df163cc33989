// SPDX-License-Identifier: MIT

import BenchmarkKit
import Foundation
import JSON
import TestSupport
import Testing

@testable import PeerBenchmarks

/// Runs `layoutbench peers` with the real programs, if this machine has them.
struct PeersCommandTests {
  private static var tool: String { BuiltTool.executable("layoutbench").path }

  /// The path of a permanent cache beside the tool, so that packages are fetched once for a clone.
  private static var cache: String {
    URL(fileURLWithPath: tool).deletingLastPathComponent()
      .appendingPathComponent("layoutfuzz-tests-peers-cache").path
  }

  private func emptyFolder() throws -> String {
    let folder = TestFolder.root
      .appendingPathComponent("layoutfuzz-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  private func run(
    _ arguments: [String], environment changes: [String: String] = [:]
  ) throws -> Command.Result {
    let environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
    // Reports are kept in a folder that is removed with the test.
    let kept = try emptyFolder()
    defer { try? FileManager.default.removeItem(atPath: kept) }
    return try #require(
      Command.run(
        PeersCommandTests.tool, ["peers", "--dir", kept] + arguments, environment: environment),
      "not built: \(PeersCommandTests.tool)")
  }

  @Test("without a compiler or Python the run ends with 75 and names the missing program")
  func missingPrograms() throws {
    let folder = try emptyFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try run(
      ["--peer", "kiwi,highs", "--cache", folder, "--filter", "chain10"],
      environment: ["PATH": folder])
    #expect(run.status == 75)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("kiwi is not there: there is no g++"), "\(run.error)")
    #expect(run.error.contains("highs is not there: there is no python3"), "\(run.error)")
  }

  @Test("without the network the run ends with 75, and the cache contains nothing incomplete")
  func missingNetwork() throws {
    guard Command.find("g++") != nil, Command.find("python3") != nil else {
      try Test.cancel("no g++ or no python3 on the search path")
    }
    let folder = try emptyFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try run(
      ["--cache", folder, "--filter", "chain10"], environment: ["PIP_NO_INDEX": "1"])
    #expect(run.status == 75, "\(run.error)")
    #expect(run.error.contains("kiwi is not there: "), "\(run.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test(
    "a senseless command line ends with 64",
    arguments: [
      ["--peer", "amoeba"], ["--peer", "kiwi,kiwi"], ["--filter", "chain11"], ["--rounds", "0"],
      ["--unknown"], ["chain10"],
    ])
  func usage(arguments: [String]) throws {
    let run = try run(arguments)
    #expect(run.status == 64)
    #expect(run.error.contains("layoutbench peers: error: "))
  }

  @Test("this project's side alone needs no other program")
  func alone() throws {
    let folder = try emptyFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try run(
      ["--peer", "none", "--filter", "tree10", "--rounds", "2", "--json"],
      environment: ["PATH": folder])
    #expect(run.status == 0, "\(run.error)")
    let rows = try rows(run)
    #expect(rows.map { $0["phase"]?.string } == ["build", "edit", "churn"])
    #expect(rows.allSatisfy { ($0["ours"]?.double ?? 0) > 0 && $0["ratio"] == .null })
  }

  /// Checks each real peer; fetches and compiles it once on a machine, which takes about 20 s.
  @Test(
    "the answers of a peer agree with ours, and its times are reported",
    arguments: PeerName.allCases)
  func realPeer(peer: PeerName) throws {
    let run = try run([
      "--peer", peer.rawValue, "--filter", "chain10", "--rounds", "1", "--json", "--cache",
      PeersCommandTests.cache,
    ])
    if run.status == 75 { try Test.cancel("\(run.error)") }
    #expect(run.status == 0, "\(run.error)")
    let rows = try rows(run)
    #expect(rows.count == peer.phases.count)
    for row in rows {
      #expect(row["peer"]?.string == peer.rawValue)
      #expect((row["ratio"]?.double ?? 0) > 0 && (row["theirs"]?.double ?? 0) > 0)
    }
  }

  private func rows(_ run: Command.Result) throws -> [JSONValue] {
    try #require(try JSONParser.parse(Array(run.output.utf8))["rows"]?.array)
  }
}
