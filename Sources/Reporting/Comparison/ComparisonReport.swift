// SPDX-License-Identifier: MIT

import BenchmarkKit

/// What benchmarks came to, ready to be written in any format: strategies side by side, two builds,
/// or our solver beside those of others.
///
/// All ratios are candidate / baseline: below 1 the candidate is faster. Names may come from files
/// that others wrote, so no writer trusts a text.
package struct ComparisonReport: Sendable {
  /// The version of the JSON format; it changes when a key changes its meaning or goes.
  package static let schemaVersion = 1

  /// The version of the tool that writes the report.
  package var toolVersion: String
  /// One for each run.
  package var parts: [ComparisonPart]

  package init(toolVersion: String, parts: [ComparisonPart]) {
    self.toolVersion = toolVersion
    self.parts = parts
  }

  /// All in a sentence for each run.
  package var verdict: String {
    parts.isEmpty ? "Nothing was measured." : parts.map(\.verdict).joined(separator: " ")
  }
}

/// A run: sides that did the same work.
package struct ComparisonPart: Sendable {
  /// What the sides are.
  package enum Kind: String, Sendable, CaseIterable {
    /// Strategies of one build, which do different work.
    case strategies
    /// Two builds, or one build with itself, which should do the same work.
    case builds
    /// Our solver and programs of others.
    case peers
  }

  package var kind: Kind
  package var title: String
  /// In whole sentences.
  package var verdict: String
  /// Whether something became worse, or nothing can be told.
  package var isBad: Bool
  /// What to know before anything else is read, in whole sentences: that the run was noisy, or too
  /// short to say how fast.
  package var warnings: [String] = []
  /// How what is called a change, or inconclusive, was decided, in whole sentences; may be empty.
  package var judging = ""
  /// The baseline first.
  package var sides: [ComparisonSide]
  package var instances: [ComparisonInstance]
  /// The largest changes first.
  package var rows: [ComparisonRow]
  package var gaps: [ComparisonGap] = []
  package var growth: [ComparisonGrowth] = []
  /// By side; empty for a single one.
  package var profile: [ProfilePlot.Curve] = []
  package var memory: [ComparisonMemory] = []
  /// The baseline beside a copy of itself; nil when there was none.
  package var control: ComparisonControl?
  /// What the run depends on: names with values.
  package var facts: [Fact] = []
  /// Where the samples lie.
  package var files: [File] = []
  package var notes: [String] = []

  /// Something to know about the run.
  package struct Fact: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A file with the data behind the numbers.
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

  /// The name of the baseline.
  package var baseline: String { sides.first?.name ?? "" }
  package var candidates: [ComparisonSide] { Array(sides.dropFirst()) }

  /// The instances by family, in the order of the first of each.
  var families: [(name: String, instances: [ComparisonInstance])] {
    var order: [String] = []
    var groups: [String: [ComparisonInstance]] = [:]
    for instance in instances {
      if groups[instance.family] == nil { order.append(instance.family) }
      groups[instance.family, default: []].append(instance)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }
}

/// One side of a run, over all instances.
package struct ComparisonSide: Sendable, Hashable {
  package var name: String
  /// What it is, as a commit.
  package var detail: String
  /// Of all problems how many were solved (claimed optimal or contradictory), answered without that
  /// claim, given up, and stopped at the limit; all 0 where that is not told.
  package var solved: Int
  package var feasible: Int
  package var gaveUp: Int
  package var stopped: Int
  /// The mean CPU time in nanoseconds, with twice the limit for what was not solved; nil where
  /// there is no limit.
  package var penalizedMean: Double?
  /// The geometric mean of the ratios to the baseline on `jointInstances` instances of which both
  /// solve all problems.
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

  /// How many problems there were.
  package var problems: Int { solved + feasible + gaveUp + stopped }
}

/// A piece of work that every side did.
package struct ComparisonInstance: Sendable, Hashable {
  /// What one side did with it.
  package struct Cell: Sendable, Hashable {
    /// Nanoseconds of CPU time; nil when it was stopped.
    package var cost: Double?
    /// Whether all its problems were solved.
    package var isSolved: Bool
    /// Counts of work by name.
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
  /// By side.
  package var cells: [Cell]

  package init(name: String, family: String, cells: [Cell]) {
    self.name = name
    self.family = family
    self.cells = cells
  }

  /// The sides that solve all of it and take no longer than any other that does; empty when nobody
  /// does.
  package var winners: [Int] {
    let costs = cells.map { $0.isSolved ? $0.cost : nil }
    guard let best = costs.compactMap({ $0 }).min() else { return [] }
    return costs.indices.filter { costs[$0] == best }
  }
}
