// SPDX-License-Identifier: MIT

import Foundation
import BenchmarkKit
import Testing

@testable import PeerBenchmarks

/// Checks that a run compares answers before it compares times.
///
/// The programs here are fake, with fixed times.
struct PeerRunTests {
  private func run(
    ours: String, theirs: String, filter: String, slow: Bool = false, peer: PeerName = .kiwi,
    theirSeconds: Double = 60
  ) throws -> PeerReport {
    let mine = try FakePeer(named: "layoutfuzz", ours)
    let other = try FakePeer(named: peer.rawValue, theirs)
    defer {
      mine.remove()
      other.remove()
    }
    var launch = other.launch
    launch.secondsMax = theirSeconds
    var settings = PeerSettings()
    settings.rounds = 2
    settings.filter = NameFilter(filter.split(separator: ",").map(String.init))
    settings.runsSlow = slow
    var run = PeerRun(
      settings, ours: mine.launch, peers: [(peer, launch)], scratch: mine.scratch,
      progress: { _ in })
    return try run.run()
  }

  @Test("equal answers: a row for each phase, with a ratio of theirs to ours")
  func rows() throws {
    let answer = FakePeer.script(first: "388", last: "581")
    let slower = answer.replacing("2000000 1000000 4000000", with: "6000000")
    let report = try run(ours: answer, theirs: slower, filter: "chain10")
    #expect(report.rows.map(\.phase) == [.build, .edit, .churn])
    let build = try #require(report.rows.first)
    #expect(build.ours == 2)
    #expect(build.theirs == 6)
    #expect(abs((build.ratio ?? 0) - 3) < 1e-12)
    #expect(abs((build.low ?? 0) - 3) < 1e-12)
    #expect(report.rows.map(\.steps) == [1, 1000, 1000])
    #expect(report.memory.map(\.ours) == [0])
    #expect(report.programs == ["fake 1", "fake 1"])
  }

  @Test("different answers end the run, and are listed")
  func differs() throws {
    let right = FakePeer.script(first: "388", last: "581")
    let wrong = FakePeer.script(first: "388", last: "582")
    let error = #expect(throws: PeerRunFailure.self) {
      try run(ours: right, theirs: wrong, filter: "chain10")
    }
    guard case .differs(let lines) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      lines.contains { $0.contains("kiwi, last suggestion: weak 582.0, not 581.0") }, "\(lines)")
    // Two equal wrong answers are wrong, too.
    #expect(throws: PeerRunFailure.self) { try run(ours: wrong, theirs: wrong, filter: "chain10") }
  }

  @Test("a program that fails ends the run, with its name")
  func broken() throws {
    let right = FakePeer.script(first: "388", last: "581")
    let error = #expect(throws: PeerRunFailure.self) {
      try run(ours: right, theirs: "echo ready x; read l; exit 3", filter: "chain10")
    }
    #expect(error == .broken("chain10: kiwi ended without an answer: exit code 3"))
  }

  @Test("workloads that a peer does not finish in time are left out by default")
  func skipped() throws {
    let right = FakePeer.script(first: "38080", last: "57380")
    let report = try run(ours: right, theirs: right, filter: "cols1000x10")
    let row = try #require(report.rows.first)
    #expect(report.rows.count == 1)
    #expect(row.ratio == nil && row.theirs == nil && row.ours == 2)
    guard case .skipped = row.status else {
      Issue.record("\(row.status)")
      return
    }
    #expect(report.text.contains("--slow"))
    let slow = try run(ours: right, theirs: right, filter: "cols1000x10", slow: true)
    #expect(slow.rows.map(\.status) == [.measured, .measured, .measured])
  }

  @Test("a peer stopped at the limit: only the unfinished phase is a bound, or none")
  func censored() throws {
    let right = FakePeer.script(first: "388", last: "581")
    let slower = right.replacing("2000000 1000000 4000000", with: "6000000")
    func stuck(in verb: String) throws -> [PeerReport.Row] {
      let theirs = slower.replacing(
        "case $verb in", with: "[ $verb = \(verb) ] && while :; do :; done\n    case $verb in")
      return try run(ours: right, theirs: theirs, filter: "chain10", theirSeconds: 0.3).rows
    }
    let build = try stuck(in: "build")
    #expect(build.map(\.phase) == [.build])
    #expect(build[0].status == .censored)
    #expect(build[0].theirs == 300)
    #expect(build[0].ratio == 150)
    for (verb, phases) in [
      ("suggest", [PeerPhase.build, .edit]), ("edit", [.build, .edit]),
      ("churn", [.build, .edit, .churn]),
    ] {
      let rows = try stuck(in: verb)
      #expect(rows.map(\.phase) == phases, "\(verb)")
      for row in rows.dropLast() {
        #expect(row.status == .measured, "\(verb)")
        #expect(row.ratio != nil, "\(verb)")
      }
      // 1000 suggestions, or none, within the limit: that gives no bound for a single one.
      let last = try #require(rows.last)
      #expect(last.status == .censored && last.theirs == nil && last.ratio == nil, "\(verb)")
      #expect(last.ours > 0)
    }
  }

  @Test("a peer that offers no churn gets no row for it")
  func phases() throws {
    let answer = FakePeer.script(first: "388", last: "581")
    let report = try run(ours: answer, theirs: answer, filter: "chain10", peer: .highs)
    #expect(report.rows.map(\.phase) == [.build, .edit])
  }

  @Test("growth is fitted for building and editing")
  func growth() throws {
    // A build takes as long as the square of the size in the name, an edit as long as the size.
    let ours = """
      size=$(sed -n 's/^name chain//p' "$1")
      echo ready fake 1
      while read -r verb rest; do
        case $verb in
          build) weak=$(( 38 * size + 8 )); echo "build $(( size * size ))" ;;
          edit) set -- $rest; echo "edit $1 $(( $1 * size * 5000 ))" ;;
          suggest) weak=$(( 573 * size / 10 + 8 )); echo suggested ;;
          objectives) echo "objectives 0 0 0 $weak" ;;
          memory) echo "memory 2048" ;;
        esac
      done
      """
    let report = try run(ours: ours, theirs: ours, filter: "growth:chain")
    #expect(report.exponents.map(\.phase) == [.build, .edit])
    #expect(abs(report.exponents[0].exponent - 2) < 1e-9)
    #expect(abs(report.exponents[1].exponent - 1) < 1e-9)
    #expect(report.exponents[0].sizes == GrowthFamily.sizes)
    // One size has a wrong answer, so no growth is fitted.
    let wrong = ours.replacing("38 * size + 8", with: "38 * size + 8 + size / 10000")
    let error = #expect(throws: PeerRunFailure.self) {
      try run(ours: wrong, theirs: wrong, filter: "growth:chain")
    }
    guard case .differs(let lines) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(lines.count == 1 && lines[0].hasPrefix("chain10000: "), "\(lines)")
  }
}
