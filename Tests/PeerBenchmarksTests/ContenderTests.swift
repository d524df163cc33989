// SPDX-License-Identifier: MIT

import Testing
import Workloads

@testable import PeerBenchmarks

/// Checks that this project's solver gives the known optima through the commands of the peers.
struct ContenderTests {
  private func weak(_ reply: String) -> Double? {
    reply.split(separator: " ").last.flatMap { Double($0) }
  }

  @Test(
    "the known optima are reached",
    arguments: [
      "chain10", "edges10", "tree10", "flex10", "chain100", "edges100", "tree100", "flex100",
    ])
  func golden(name: String) throws {
    let file = WorkloadFile(try #require(Workload.named(name)))
    let golden = try #require(GoldenObjectives.of(name))
    var server = ContenderServer(file)
    #expect(try server.answer("build 1 0").split(separator: " ").count == 2)
    let first = try weak(server.answer("objectives"))
    #expect(abs((first ?? .nan) - golden.first.weak) <= 1e-6 * golden.first.weak)
    #expect(try server.answer("edit 3 60000").hasPrefix("edit 3 "))
    #expect(try server.answer("suggest \(file.sweep.last ?? 0)") == "suggested")
    let last = try weak(server.answer("objectives"))
    #expect(abs((last ?? .nan) - golden.last.weak) <= 1e-6 * golden.last.weak)
    #expect(try server.answer("churn 2 60000").hasPrefix("churn 2 "))
    #expect(try weak(server.answer("objectives")) == last)
    #expect(try server.answer("memory").hasPrefix("memory "))
  }

  @Test(
    "senseless commands are refused",
    arguments: [
      "", "edit 1 1", "objectives", "build", "build 0 1", "build x 1", "build 1 -1", "fly 1 1",
    ])
  func refused(command: String) throws {
    var server = ContenderServer(WorkloadFile(.chain(1)))
    #expect(throws: ContenderFailure.self) { try server.answer(command) }
  }

  @Test("a second build begins at the first suggestion")
  func buildsAgain() throws {
    var server = ContenderServer(WorkloadFile(.chain(2)))
    _ = try server.answer("build 1 0")
    let first = try server.answer("objectives")
    _ = try server.answer("suggest 90")
    #expect(try server.answer("objectives") != first)
    #expect(try server.answer("build 2 1000").split(separator: " ").count == 3)
    #expect(try server.answer("objectives") == first)
  }
}
