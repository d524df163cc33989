// SPDX-License-Identifier: MIT

import Foundation
import Statistics
import Workloads

/// The reason for which a run ends without figures.
package enum PeerRunFailure: Error, Equatable {
  /// Two programs, or a program and the known optimum, disagree; one line each.
  case differs([String])
  /// A program does not work.
  case broken(String)
  /// The scratch folder cannot be written.
  case cannotWrite(String)
}

/// A whole comparison: first all answers, then all times.
package struct PeerRun {
  private let settings: PeerSettings
  private let ours: PeerLaunch
  private let peers: [(name: PeerName, launch: PeerLaunch)]
  private let scratch: URL
  private let progress: (String) -> Void
  private var report = PeerReport()

  /// - Parameters:
  ///   - settings: the settings of the run.
  ///   - ours: the command that starts this program as a contender.
  ///   - peers: the peers that are ready.
  ///   - scratch: a folder for workload files.
  ///   - progress: receives a short text for each step.
  package init(
    _ settings: PeerSettings, ours: PeerLaunch, peers: [(name: PeerName, launch: PeerLaunch)],
    scratch: URL, progress: @escaping (String) -> Void
  ) {
    self.settings = settings
    self.ours = ours
    self.peers = peers
    self.scratch = scratch
    self.progress = progress
  }

  /// A workload whose answers agree, with the trials of each side.
  private struct Checked {
    let workload: PreparedWorkload
    let ours: PeerTrial
    let theirs: [Opposite]
  }

  package mutating func run() throws(PeerRunFailure) -> PeerReport {
    var checked: [Checked] = []
    for name in settings.chosenWorkloads { checked.append(try check(try prepare(name))) }
    report.machine = .current()
    report.build = .current
    let empty = try startEmpty()
    for workload in checked { try measure(workload, empty) }
    for family in settings.chosenGrowths { try measure(family) }
    return report
  }

  private func prepare(_ name: String) throws(PeerRunFailure) -> PreparedWorkload {
    guard let workload = Workload.named(name) else { throw .broken("no workload '\(name)'") }
    return try PreparedWorkload(WorkloadFile(workload), in: scratch)
  }

  /// Runs a step of a program; its failure is a failure of the run.
  private func asking<Value>(
    _ launch: PeerLaunch, _ workload: PreparedWorkload,
    _ work: () throws(PeerFailure) -> Value
  ) throws(PeerRunFailure) -> Value {
    do throws(PeerFailure) {
      return try work()
    } catch {
      throw .broken("\(workload.file.name): \(launch.name) \(error.text)")
    }
  }

  // MARK: - Answers

  private func check(_ workload: PreparedWorkload) throws(PeerRunFailure) -> Checked {
    let name = workload.file.name
    progress("\(name): checking our answers")
    let mine = try asking(ours, workload) { () throws(PeerFailure) in
      try PeerTrial(ours, workload, Set(PeerPhase.allCases))
    }
    if let phase = mine.stopped {
      throw .broken("\(name): \(ours.name) did not end '\(phase.rawValue)' at the limit")
    }
    var problems =
      mine.problems("layoutfuzz", beside: mine) + mine.problems("layoutfuzz", name)
    var opposites: [Opposite] = []
    for (peer, launch) in peers {
      if PeerSettings.isSlow(name, for: peer), !settings.runsSlow {
        let limit = Int(PeerPhase.secondsMax)
        opposites.append(.skipped("not built within \(limit) s; --slow runs it up to that limit"))
        continue
      }
      progress("\(name): checking the answers of \(peer.rawValue)")
      let trial = try asking(launch, workload) { () throws(PeerFailure) in
        try PeerTrial(launch, workload, peer.phases)
      }
      problems += trial.problems(peer.rawValue, beside: mine)
      problems += trial.problems(peer.rawValue, name)
      opposites.append(.tried(trial))
    }
    if !problems.isEmpty { throw .differs(problems.map { "\(name): \($0)" }) }
    return Checked(workload: workload, ours: mine, theirs: opposites)
  }

  // MARK: - Times

  /// Starts each program without work, returns its megabytes by name, and records its version.
  private mutating func startEmpty() throws(PeerRunFailure) -> [String: Double] {
    let empty = try PreparedWorkload(.empty, in: scratch)
    var result: [String: Double] = [:]
    for launch in [ours] + peers.map(\.launch) {
      let (program, memory) = try asking(launch, empty) { () throws(PeerFailure) in
        let process = try PeerProcess(launch, workload: empty.path)
        defer { process.end() }
        return (process.program, try process.peakMemory(within: PeerPhase.secondsMax))
      }
      report.programs.append(program)
      result[launch.name] = memory
    }
    return result
  }

  private mutating func measure(
    _ checked: Checked, _ empty: [String: Double]
  ) throws(PeerRunFailure) {
    if peers.isEmpty { try measure(checked, nil, nil, .skipped("no peer was asked for"), empty) }
    for ((peer, launch), opposite) in zip(peers, checked.theirs) {
      try measure(checked, peer, launch, opposite, empty)
    }
  }

  private mutating func measure(
    _ checked: Checked, _ peer: PeerName?, _ launch: PeerLaunch?, _ opposite: Opposite,
    _ empty: [String: Double]
  ) throws(PeerRunFailure) {
    let name = checked.workload.file.name
    let trials = [checked.ours] + (opposite.trial.map { [$0] } ?? [])
    var theirSteps: [PeerPhase: Int] = [:]
    theirSteps[.edit] = PeerRounds.commonSteps(trials.map(\.edit))
    theirSteps[.churn] = PeerRounds.commonSteps(trials.map(\.churn))
    var steps = theirSteps
    if let phase = opposite.trial?.stopped, phase != .build {
      steps[phase] = PeerRounds.commonSteps([
        phase == .edit ? checked.ours.edit : checked.ours.churn
      ])
    }
    let count = PeerRounds.count(settings.rounds, trials: trials)
    var rounds = PeerRounds()
    let label = peer.map { "\(name) beside \($0.rawValue)" } ?? name
    let opponent = opposite.trial?.build == nil ? nil : launch
    do throws(PeerFailure) {
      try rounds.run(
        count, ours: (ours, steps), theirs: opponent.map { ($0, theirSteps) }, checked.workload
      ) { round in progress("\(label): round \(round + 1) of \(count)") }
    } catch {
      throw .broken("\(label): \(error.text)")
    }
    for phase in PeerPhase.allCases {
      guard
        var row = rounds.row(
          phase, name, peer?.rawValue ?? "none", steps: steps[phase] ?? 1)
      else { continue }
      opposite.mark(&row, limit: launch?.secondsMax ?? PeerPhase.secondsMax)
      // A peer without a build has no edit either: one row shows that.
      if phase == .build || row.theirs != nil || row.status == .censored || peer == nil {
        report.rows.append(row)
      }
    }
    let mine = Summary.median(rounds.ours.map(\.peakMemory))
    let mineEmpty = empty[ours.name] ?? 0
    var memory = PeerReport.Memory(
      workload: name, peer: peer?.rawValue ?? "none", ours: max(0, mine - mineEmpty),
      oursEmpty: mineEmpty)
    if let launch = opponent, let theirsEmpty = empty[launch.name] {
      memory.theirs = max(0, Summary.median(rounds.theirs.map(\.peakMemory)) - theirsEmpty)
      memory.theirsEmpty = theirsEmpty
    }
    report.memory.append(memory)
  }

  private mutating func measure(_ family: GrowthFamily) throws(PeerRunFailure) {
    let sizes = GrowthFamily.sizes
    var workloads: [PreparedWorkload] = []
    var problems: [String] = []
    for size in sizes {
      let workload = try prepare(family.workload(size))
      let name = workload.file.name
      progress("\(name): checking our answers")
      let trial = try asking(ours, workload) { () throws(PeerFailure) in
        try PeerTrial(ours, workload, [.edit])
      }
      let wrong = trial.problems(ours.name, beside: trial) + trial.problems(ours.name, name)
      problems += wrong.map { "\(name): \($0)" }
      workloads.append(workload)
    }
    if !problems.isEmpty { throw .differs(problems) }
    var run = GrowthRun(sizes: sizes)
    let rounds = settings.rounds
    do throws(PeerFailure) {
      try run.run(rounds, ours, workloads) { round, index in
        progress("\(workloads[index].file.name): round \(round + 1) of \(rounds)")
      }
    } catch {
      throw .broken("growth of \(family.rawValue): \(error.text)")
    }
    report.exponents += GrowthRun.phases.compactMap {
      run.growth(family, $0, seed: settings.seed)
    }
  }
}

/// The result of a peer for a workload.
private enum Opposite {
  case tried(PeerTrial)
  case skipped(String)

  var trial: PeerTrial? {
    if case .tried(let trial) = self { return trial }
    return nil
  }

  /// Records in a row the reason for the missing time of a peer.
  ///
  /// `limit` is in seconds. It bounds the time of a build. The number of steps of a drag before the
  /// limit is unknown, so it does not bound the time of a step.
  func mark(_ row: inout PeerReport.Row, limit: Double) {
    switch self {
    case .skipped(let reason): row.status = .skipped(reason)
    case .tried(let trial):
      guard trial.stopped == row.phase else { return }
      row.status = .censored
      guard row.phase == .build else { return }
      row.theirs = limit * 1000
      row.ratio = limit * 1000 / row.ours
    }
  }
}
