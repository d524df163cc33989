// SPDX-License-Identifier: MIT

import Statistics

/// Paired, interleaved rounds over fresh processes.
///
/// Each process is a set of workers, one for each arm, which take turns instance by instance. The
/// seed determines the order of instances and of turns. Before anything is timed, each arm answers
/// each instance, and the answers are compared.
package struct Experiment<Source: RandomNumberGenerator> {
  /// The answers of all arms to an instance, before anything is timed.
  package struct Trial: Sendable {
    package let instance: String
    /// The replies by arm; nil where the limit was reached.
    package let replies: [WorkReply?]

    package init(instance: String, replies: [WorkReply?]) {
      self.instance = instance
      self.replies = replies
    }
  }

  /// The progress of an experiment.
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

  package init(
    arms: [Arm], instances: [String], settings: ExperimentSettings, source: Source,
    machine: MachineFacts
  ) {
    precondition(!arms.isEmpty && settings.processes >= 1 && settings.rounds >= 1)
    self.arms = arms
    self.instances = instances
    self.settings = settings
    self.source = source
    self.machine = machine
  }

  // MARK: - Before anything is timed

  /// Lets each arm answer each instance.
  ///
  /// - Throws: `.crashed`, `.refused` or `.cannotStart`; a reached limit is a result.
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
            arm, WorkRequest(instance: instance, task: .answers), limit: settings.limitSeconds))
      }
      trials.append(Trial(instance: instance, replies: replies))
    }
    return trials
  }

  /// Returns the exact answers to instances; empty for an instance without any, or when the time
  /// limit was reached.
  ///
  /// `arm` is a program that can give exact answers.
  ///
  /// - Throws: the failure of a worker.
  package func exactAnswers(
    _ instances: [String], of arm: Arm, _ report: (Progress) -> Void
  ) throws(WorkerFailure) -> [String: [Answer]] {
    let workers = WorkerSet([arm])
    defer { workers.finish() }
    var answers: [String: [Answer]] = [:]
    for (index, instance) in instances.enumerated() {
      report(
        Progress(
          text: "proving optima: \(instance)", doneSeconds: Double(index),
          expectedSeconds: Double(instances.count)))
      answers[instance] = try workers.ask(
        0, WorkRequest(instance: instance, task: .exactAnswers),
        limit: settings.limitSeconds)?.answers
    }
    return answers
  }

  // MARK: - Rounds

  /// Measures all instances, each in as many processes as the settings and their stopping rule
  /// require.
  ///
  /// - Parameters:
  ///   - trials: the time that each instance takes.
  ///   - record: receives every sample at once.
  ///   - report: receives the progress before each instance.
  /// - Throws: the failure of a worker.
  package mutating func measure(
    _ trials: [Trial], record: (Sample) -> Void, report: (Progress) -> Void
  ) throws(WorkerFailure) {
    var courses = trials.map { Course($0, arms: arms, settings: settings) }
    var done = 0.0
    for process in 0..<max(settings.processes, settings.stopping?.processesMax ?? 0) {
      let open = courses.indices.filter { courses[$0].isOpen }
      if open.isEmpty { break }
      let perProcess = open.reduce(0) { $0 + courses[$1].plan.expectedSeconds }
      let left = max(1, settings.processes - process)
      let expected = done + perProcess * Double(left)
      let workers = WorkerSet(arms)
      defer { workers.finish() }
      let load = MachineFacts.load()
      for place in Bootstrap.permutation(of: open.count, using: &source) {
        let index = open[place]
        let instance = courses[index].plan.instance
        report(
          Progress(
            text: "process \(process + 1) of \(process + left): \(instance)",
            doneSeconds: done, expectedSeconds: expected))
        try measure(&courses[index], process: process, load: load, workers, record: record)
        done += courses[index].plan.expectedSeconds
        courses[index].isOpen = needsMore(courses[index], after: process + 1)
      }
    }
  }

  private func needsMore(_ course: Course, after processes: Int) -> Bool {
    if processes < settings.processes { return true }
    return settings.stopping?.needsMore(
      course.samples, of: course.plan.instance, arms: arms.map(\.name), processes: processes)
      ?? false
  }

  /// Measures the rounds of an instance in one process.
  private mutating func measure(
    _ course: inout Course, process: Int, load: Double, _ workers: WorkerSet,
    record: (Sample) -> Void
  ) throws(WorkerFailure) {
    let plan = course.plan
    // An arm that reached the limit is not tried again in this process: each time would take the
    // whole limit.
    var isStopped = plan.iterations.map { $0 == 0 }
    // A fresh process pays for its first pages and caches, which the comparison excludes.
    for arm in arms.indices where !isStopped[arm] {
      let reply = try workers.ask(
        arm, WorkRequest(instance: plan.instance, task: .measurement(iterations: 1)),
        limit: settings.limitSeconds)
      isStopped[arm] = reply == nil
    }
    for (round, order) in course.orders.orders(rounds: plan.rounds, using: &source).enumerated() {
      for (turn, arm) in order.enumerated() {
        var sample = Sample(
          arm: arms[arm].name, instance: plan.instance,
          turn: .init(process: process, round: round, order: turn),
          wall: settings.limitSeconds * 1e9, cpu: settings.limitSeconds * 1e9, isCensored: true,
          seed: settings.seed, load: load, machine: machine, build: course.builds[arm])
        if !isStopped[arm] {
          let reply = try workers.ask(
            arm,
            WorkRequest(
              instance: plan.instance, task: .measurement(iterations: plan.iterations[arm])),
            limit: plan.limitSeconds[arm])
          isStopped[arm] = reply == nil
          if let reply { sample.fill(reply, pid: workers.pid(of: arm)) }
        }
        record(sample)
        if settings.stopping != nil { course.samples.append(sample) }
      }
    }
  }

  /// An instance under measurement.
  private struct Course {
    let plan: InstancePlan
    /// The build of each arm.
    let builds: [BuildFacts]
    var orders: RoundPlan
    var isOpen = true
    /// The samples so far; only kept for a stopping rule.
    var samples: [Sample] = []

    init(_ trial: Trial, arms: [Arm], settings: ExperimentSettings) {
      plan = InstancePlan(trial, arms: arms, settings: settings)
      builds = trial.replies.map { $0?.build ?? .unknown }
      orders = RoundPlan(arms: arms.count)
    }
  }
}

extension Sample {
  /// Copies the measurements of a worker's reply.
  fileprivate mutating func fill(_ reply: WorkReply, pid: Int32) {
    let count = Double(max(1, reply.iterations))
    self.pid = pid
    iterations = reply.iterations
    wall = max(1, Double(reply.wall)) / count
    cpu = max(1, Double(reply.cpu)) / count
    isCensored = false
    counters = reply.counters
  }
}

/// The number of rounds and iterations for an instance.
package struct InstancePlan: Sendable {
  package let instance: String
  package let rounds: Int
  /// The iterations by arm; 0 for one that has reached the limit.
  package let iterations: [Int]
  /// The time limit of a sample, by arm.
  package let limitSeconds: [Double]
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
      // A multiple of 20, so that 5 % more of it is a whole number.
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
    // Many short iterations may together take ten times as long as expected, plus the limit of one
    // iteration.
    limitSeconds = perRound.map { settings.limitSeconds + 10 * $0 }
    expectedSeconds =
      perRound.reduce(0, +) * Double(rounds) + (seconds.compactMap { $0 }.reduce(0, +))
  }
}

/// The workers of one process number, started at their first request.
final class WorkerSet {
  private let arms: [Arm]
  private var workers: [WorkerProcess?]

  init(_ arms: [Arm]) {
    self.arms = arms
    workers = arms.map { _ in nil }
  }

  func pid(of arm: Int) -> Int32 { workers[arm]?.pid ?? 0 }

  /// - Returns: nil when the limit was reached; the worker is then gone, and the next request
  ///   starts another.
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
