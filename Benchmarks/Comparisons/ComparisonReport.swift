// SPDX-License-Identifier: MIT

import Reporting

/// The results of benchmarks for all report formats: strategies, two builds, or this solver and
/// those of others.
///
/// All ratios are side / baseline: below 1 the side is faster. The baseline of peers is this
/// solver. Names may come from files of others, so every writer escapes all texts.
package struct ComparisonReport: Sendable {
  /// The version of the JSON format; it changes when a key changes its meaning or is removed.
  package static let schemaVersion = 1

  /// The version of the tool that writes the report.
  package var toolVersion: String
  /// The parts, one for each run.
  package var parts: [ComparisonPart]

  package init(toolVersion: String, parts: [ComparisonPart]) {
    self.toolVersion = toolVersion
    self.parts = parts
  }

  /// The answers of all runs, without a full stop.
  package var verdict: String {
    parts.isEmpty
      ? "Nothing was measured" : parts.map(\.verdict).joined(separator: "; ")
  }
}

/// A run whose sides did the same work.
package struct ComparisonPart: Sendable {
  /// The kind of sides.
  package enum Kind: String, Sendable, CaseIterable {
    /// Strategies of one build, which do different work.
    case strategies
    /// Two builds, or one build with itself, which should do the same work.
    case builds
    /// This solver and programs of others.
    case peers
  }

  package var kind: Kind
  package var title: String
  /// The answer in at most 15 words, without a full stop.
  package var verdict: String
  /// The condition of the answer and further facts, in whole sentences; may be empty.
  package var sentence = ""
  /// Facts beside the kind of the page, as commits.
  package var context: [String] = []
  /// The measures that decide the exit code; empty for a run without a verdict.
  package var gates: [String] = []
  /// The command that repeats the run; empty if it is unknown.
  package var command = ""
  /// Whether a side became worse, or the run is inconclusive.
  package var isBad: Bool
  /// The warnings to read first, in whole sentences: that the run was noisy, or too short for
  /// times.
  package var warnings: [String] = []
  /// The rule for changes and inconclusive results, in whole sentences; may be empty.
  package var judging = ""
  /// The sides, the baseline first.
  package var sides: [ComparisonSide]
  package var instances: [ComparisonInstance]
  /// The rows, the largest changes first.
  package var rows: [ComparisonRow]
  package var gaps: [ComparisonGap] = []
  package var growth: [ComparisonGrowth] = []
  /// The profiles by side; empty for a single one.
  package var profile: [ProfilePlot.Curve] = []
  package var memory: [ComparisonMemory] = []
  /// The comparison of the baseline with a copy of itself; nil when there was none.
  package var control: ComparisonControl?
  /// The properties of the run: names with values.
  package var facts: [Fact] = []
  /// The files with the samples.
  package var files: [File] = []
  package var notes: [String] = []

  /// A property of the run.
  package struct Fact: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A file with the data of the numbers.
  package struct File: Sendable, Hashable {
    package var title: String
    package var path: String

    package init(title: String, path: String) {
      self.title = title
      self.path = path
    }
  }

  package init(
    kind: Kind, title: String, verdict: String, isBad: Bool, sides: [ComparisonSide],
    instances: [ComparisonInstance], rows: [ComparisonRow]
  ) {
    self.kind = kind
    self.title = title
    self.verdict = verdict
    self.isBad = isBad
    self.sides = sides
    self.instances = instances
    self.rows = ComparisonRow.sorted(rows)
  }

  /// The relation of the ratios to the times beside them.
  package static let pairing =
    "Times: the median of each side. Factor and interval: from rounds in pairs, so they may differ."

  /// The name of the baseline.
  package var baseline: String { sides.first?.name ?? "" }
  package var candidates: [ComparisonSide] { Array(sides.dropFirst()) }
}

/// One side of a run, over all instances.
package struct ComparisonSide: Sendable, Hashable {
  package var name: String
  /// A description of the side, as a commit.
  package var detail: String
  /// The number of problems solved: claimed optimal or contradictory.
  ///
  /// `feasible` are those answered without that claim, `gaveUp` those given up, and `stopped` those
  /// stopped at the limit. All are 0 if unknown.
  package var solved: Int
  package var feasible: Int
  package var gaveUp: Int
  package var stopped: Int
  /// The mean CPU time in nanoseconds, with twice the limit for unsolved problems; nil without a
  /// limit.
  package var penalizedMean: Double?
  /// The geometric mean of the ratios to the baseline on the `jointInstances` instances of which
  /// both solve all problems.
  package var meanRatio: Double?
  package var jointInstances: Int

  package init(
    name: String, detail: String = "", solved: Int = 0, feasible: Int = 0, gaveUp: Int = 0,
    stopped: Int = 0, penalizedMean: Double? = nil, meanRatio: Double? = nil,
    jointInstances: Int = 0
  ) {
    self.name = name
    self.detail = detail
    self.solved = solved
    self.feasible = feasible
    self.gaveUp = gaveUp
    self.stopped = stopped
    self.penalizedMean = penalizedMean
    self.meanRatio = meanRatio
    self.jointInstances = jointInstances
  }

  /// The number of problems.
  package var problems: Int { solved + feasible + gaveUp + stopped }
}

/// A piece of work of all sides.
package struct ComparisonInstance: Sendable, Hashable {
  /// The work of one side on an instance.
  package struct Cell: Sendable, Hashable {
    /// The CPU time in nanoseconds; nil when it was stopped.
    package var cost: Double?
    /// Whether all its problems were solved.
    package var isSolved: Bool
    /// The counts of work by name.
    package var counts: [Count]

    package init(cost: Double?, isSolved: Bool, counts: [Count] = []) {
      self.cost = cost
      self.isSolved = isSolved
      self.counts = counts
    }
  }

  /// A count of work.
  package struct Count: Sendable, Hashable {
    package var name: String
    package var value: Double

    package init(name: String, value: Double) {
      self.name = name
      self.value = value
    }
  }

  package var name: String
  package var family: String
  /// The work by side.
  package var cells: [Cell]

  package init(name: String, family: String, cells: [Cell]) {
    self.name = name
    self.family = family
    self.cells = cells
  }

  /// The fastest sides that solve all of it; empty when no side does.
  package var winners: [Int] {
    let costs = cells.map { $0.isSolved ? $0.cost : nil }
    guard let best = costs.compactMap({ $0 }).min() else { return [] }
    return costs.indices.filter { costs[$0] == best }
  }
}
