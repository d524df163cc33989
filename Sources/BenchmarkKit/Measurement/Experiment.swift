// SPDX-License-Identifier: MIT

/// Paired, interleaved rounds over fresh processes.
///
/// Each process is a set of workers, one for each arm, that stay while they take turns instance by instance; the
/// order of instances and of turns comes from the seed. Before anything is timed, each arm answers each
/// instance, and the answers are compared.
package struct Experiment<Source: RandomNumberGenerator> {
  /// What each arm answered to an instance before anything was timed.
  package struct Trial: Sendable {
    package let instance: String
    /// By arm; nil where the limit was reached.
    package let replies: [WorkReply?]
  }

  /// How far an experiment is.
  package struct Progress: Sendable {
    package let text: String
    package let doneSeconds: Double
    package let expectedSeconds: Double
  }

  package let arms: [Arm]
  package let instances: [String]
  package let settings: ExperimentSettings
  private var source: Source
  private let machine: MachineFacts
  private let build: BuildFacts

  package init(
    arms: [Arm], instances: [String], settings: ExperimentSettings, source: Source,
    machine: MachineFacts, build: BuildFacts
  ) {
    precondition(!arms.isEmpty && settings.processes >= 1 && settings.rounds >= 1)
    self.arms = arms
    self.instances = instances
    self.settings = settings
    self.source = source
    self.machine = machine
    self.build = build
  }

  // MARK: - Before anything is timed

  /// Lets each arm answer each instance.
  ///
  /// - Throws: `.crashed`, `.refused` or `.cannotStart`; a limit that is reached is a result.
  package func tryOut(
    _ report: (Progress) -> Void
  ) throws(WorkerFailure) -> [Trial] {
    let workers = WorkerSet(arms)
    defer { workers.finish() }
    var trials: [Trial] = []
    for (index, instance) in instances.enumerated() {
      report(
        Progress(
          text: "comparing answers: \(instance)", doneSeconds: Double(index),
          expectedSeconds: Double(instances.count)))
      var replies: [WorkReply?] = []
      for arm in arms.indices {
        replies.append(
          try workers.ask(
            arm, WorkRequest(instance: instance, iterations: 0), limit: settings.limitSeconds))
      }
      trials.append(Trial(instance: instance, replies: replies))
    }
    return trials
  }

  // MARK: - Rounds

  /// Measures all instances.
  ///
  /// - Parameters:
  ///   - trials: say how long each instance takes.
  ///   - record: gets every sample as soon as it is there.
  package mutating func measure(
    _ trials: [Trial], record: (Sample) -> Void, report: (Progress) -> Void
  ) throws(WorkerFailure) {
    let plans = trials.map { InstancePlan($0, arms: arms, settings: settings) }
    let perProcess = plans.reduce(0) { $0 + $1.expectedSeconds }
    let expected = perProcess * Double(settings.processes)
    var done = 0.0
    for process in 0..<settings.processes {
      let workers = WorkerSet(arms)
      defer { workers.finish() }
      let load = MachineFacts.load()
      for index in Bootstrap.permutation(of: plans.count, using: &source) {
        let plan = plans[index]
        report(
          Progress(
            text: "process \(process + 1) of \(settings.processes): \(plan.instance)",
            doneSeconds: done, expectedSeconds: expected))
        try measure(plan, process: process, load: load, workers, record: record)
        done += plan.expectedSeconds
      }
    }
  }

  private mutating func measure(
    _ plan: InstancePlan, process: Int, load: Double, _ workers: WorkerSet,
    record: (Sample) -> Void
  ) throws(WorkerFailure) {
    // A fresh process pays for its first pages and caches; that is not what is compared.
    for arm in arms.indices where plan.iterations[arm] > 0 {
      _ = try workers.ask(
        arm, WorkRequest(instance: plan.instance, iterations: 1), limit: settings.limitSeconds)
    }
    let orders = RoundPlan.orders(arms: arms.count, rounds: plan.rounds, using: &source)
    for (round, order) in orders.enumerated() {
      for (turn, arm) in order.enumerated() {
        var sample = Sample(
          arm: arms[arm].name, instance: plan.instance, process: process, round: round,
          order: turn, wall: settings.limitSeconds * 1e9,
          cpu: settings.limitSeconds * 1e9, isCensored: true, seed: settings.seed,
          load: load, machine: machine, build: build)
        // What reached the limit once is not tried again: each time would take the whole limit.
        if plan.iterations[arm] > 0,
          let reply = try workers.ask(
            arm, WorkRequest(instance: plan.instance, iterations: plan.iterations[arm]),
            limit: settings.limitSeconds * Double(plan.iterations[arm]))
        {
          let count = Double(max(1, reply.iterations))
          sample.pid = workers.pid(of: arm)
          sample.iterations = reply.iterations
          sample.wall = max(1, Double(reply.wall)) / count
          sample.cpu = max(1, Double(reply.cpu)) / count
          sample.isCensored = false
          sample.counters = reply.counters
        }
        record(sample)
      }
    }
  }
}

/// How often an instance is measured, and with how many iterations.
package struct InstancePlan: Sendable {
  package let instance: String
  package let rounds: Int
  /// By arm; 0 for one that has reached the limit.
  package let iterations: [Int]
  package let expectedSeconds: Double
  private static let iterationsMax = 100_000

  package init<Source>(
    _ trial: Experiment<Source>.Trial, arms: [Arm], settings: ExperimentSettings
  ) {
    instance = trial.instance
    let seconds = trial.replies.map { reply in
      reply.map { max(1e-9, Double($0.cpu) / 1e9 / Double(max(1, $0.iterations))) }
    }
    var iterations = seconds.map { seconds -> Int in
      guard let seconds else { return 0 }
      let count = max(
        Double(settings.leastIterations), (settings.sampleSeconds / seconds).rounded(.up))
      if count <= 10 { return max(1, Int(count)) }
      // In steps of twenty, so that a twentieth more of it is a whole number.
      return min(Self.iterationsMax, Int((count / 20).rounded(.up)) * 20)
    }
    for (index, arm) in arms.enumerated() where iterations[index] > 0 {
      if let lead = arms.firstIndex(where: { $0.name == arm.follows }), iterations[lead] > 0 {
        iterations[index] = iterations[lead]
      }
    }
    let perRound = zip(seconds, iterations).map { ($0 ?? 0) * Double($1) }
    let slowest = max(perRound.max() ?? 0, 1e-9)
    rounds = max(1, min(settings.rounds, Int(settings.instanceSeconds / slowest)))
    self.iterations = iterations
    expectedSeconds =
      perRound.reduce(0, +) * Double(rounds) + (seconds.compactMap { $0 }.reduce(0, +))
  }
}

/// The workers of one process number, started when they are first asked.
final class WorkerSet {
  private let arms: [Arm]
  private var workers: [WorkerProcess?]

  init(_ arms: [Arm]) {
    self.arms = arms
    workers = arms.map { _ in nil }
  }

  func pid(of arm: Int) -> Int32 { workers[arm]?.pid ?? 0 }

  /// - Returns: nil when the limit was reached; the worker is then gone, and the next question starts another.
  func ask(_ arm: Int, _ request: WorkRequest, limit: Double) throws(WorkerFailure) -> WorkReply? {
    let worker: WorkerProcess
    if let running = workers[arm] {
      worker = running
    } else {
      worker = try WorkerProcess(
        executable: arms[arm].executable, arguments: arms[arm].arguments)
      workers[arm] = worker
    }
    do {
      return try worker.ask(request, limit: limit)
    } catch .timedOut {
      workers[arm] = nil
      return nil
    }
  }

  func finish() {
    for worker in workers { worker?.finish() }
  }
}
