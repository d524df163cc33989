// SPDX-License-Identifier: MIT

/// The result of a campaign in numbers: the content of `campaign.json`, next to the `findings`
/// folder.
package struct CampaignRecord: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzCampaign`.
  package static let version = 1
  /// The name of the file in the folder of results.
  package static let fileName = "campaign.json"

  /// A number with a name.
  package struct Count: Sendable, Hashable {
    package var name: String
    package var value: Int

    package init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  /// The counts of one strategy, law or program, each in the order of the columns of its table.
  package struct Row: Sendable, Hashable {
    package var name: String
    package var counts: [Count]

    package init(_ name: String, _ counts: [Count]) {
      self.name = name
      self.counts = counts
    }
  }

  /// The frequency of one bucket's kind of failure.
  package struct Occurrence: Sendable, Hashable {
    package var signature: String
    /// The number of cases with the same verdict against the same strategy.
    package var cases: Int
    /// The index of the first such case.
    package var firstCase: Int
    /// The number of examined cases that belong to the bucket; nil in records of versions that did
    /// not count them.
    package var inBucket: Int?
    /// The number of examined cases, in any bucket.
    package var examined: Int?
    /// The folders of the campaign's own findings in the bucket as `BUCKET/ID`; nil in records of
    /// earlier versions.
    ///
    /// Others in the folder of results belong to other campaigns.
    package var folders: [String]?

    package init(
      signature: String, cases: Int, firstCase: Int, inBucket: Int? = nil, examined: Int? = nil,
      folders: [String]? = nil
    ) {
      self.folders = folders
      self.signature = signature
      self.cases = cases
      self.firstCase = firstCase
      self.inBucket = inBucket
      self.examined = examined
    }

    package init(
      signature: String, firstCase: Int, _ share: BucketShare, folders: [String]? = nil
    ) {
      self.init(
        signature: signature, cases: share.failing, firstCase: firstCase, inBucket: share.cases,
        examined: share.examined, folders: folders)
    }

    /// The frequency of the bucket; nil if only the verdicts were counted.
    package var share: BucketShare? {
      guard let inBucket, let examined else { return nil }
      return BucketShare(cases: inBucket, examined: examined, failing: cases)
    }
  }

  /// The strategy with a known fault that the campaign had to catch.
  package struct Canary: Sendable, Hashable {
    package var name: String
    /// The number of cases that it solved.
    package var cases: Int
    package var isCaught: Bool

    package init(name: String, cases: Int, isCaught: Bool) {
      self.name = name
      self.cases = cases
      self.isCaught = isCaught
    }
  }

  /// A contradiction inside of the tool.
  package struct InternalFailure: Sendable, Hashable {
    package var caseIndex: Int
    package var message: String
    /// The path of the case as the campaign saw it; nil when it could not be stored.
    package var path: String?

    package init(caseIndex: Int, message: String, path: String?) {
      self.caseIndex = caseIndex
      self.message = message
      self.path = path
    }
  }

  package var toolVersion: String
  package var seed: UInt64
  package var cases: Int
  package var digest: String
  package var nanoseconds: UInt64
  /// The number of cases by profile, or by kind of script.
  package var profiles: [Count]
  /// Answers by strategy, or scripts by program.
  package var strategies: [Row]
  /// Trials by law; empty for a campaign of scripts.
  package var laws: [Row]
  /// The number of attempts that the generator discarded.
  package var discards = 0
  package var undecided: Int
  package var occurrences: [Occurrence]
  /// The statistics of the generators and the behaviours; empty for a campaign that does not count
  /// them.
  package var health: [Row] = []
  /// Reasons why the result is weaker than it looks, one sentence each.
  package var warnings: [String] = []
  package var canary: Canary?
  package var internalFailures: [InternalFailure] = []
  /// The strategies and programs without a verdict on any answer: that they have no findings proves
  /// nothing.
  ///
  /// Empty in records of earlier versions.
  package var unjudged: [String] = []

  package init(
    toolVersion: String, seed: UInt64, cases: Int, digest: String, nanoseconds: UInt64,
    profiles: [Count], strategies: [Row], laws: [Row] = [], undecided: Int,
    occurrences: [Occurrence]
  ) {
    self.toolVersion = toolVersion
    self.seed = seed
    self.cases = cases
    self.digest = digest
    self.nanoseconds = nanoseconds
    self.profiles = profiles
    self.strategies = strategies
    self.laws = laws
    self.undecided = undecided
    self.occurrences = occurrences
  }

  /// Whether a finding in the folder of results belongs to the campaign, or represents one of its
  /// findings.
  ///
  /// In records of earlier versions without folders, all findings do.
  ///
  /// `place` is its folder as `BUCKET/ID`.
  package func owns(_ place: String) -> Bool {
    let folders = occurrences.compactMap(\.folders)
    if folders.count < occurrences.count || folders.contains(where: { $0.contains(place) }) {
      return true
    }
    // If earlier campaigns had filled the bucket, their findings represent those that were only
    // counted.
    let bucket = place.split(scalar: "/", omittingEmpty: true).first
    return occurrences.contains { $0.signature == bucket && $0.folders?.isEmpty == true }
  }

  /// The speed of the campaign; 0 when it took no measurable time.
  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }

  /// Writes the record into a folder of results, replacing that of an earlier campaign.
  ///
  /// - Throws: `WriteError` with the path and the system's reason.
  package func store(in output: String) throws(WriteError) {
    try AtomicFile.write(encoded, to: "\(output)/\(Self.fileName)")
  }
}

extension CampaignRecord {
  /// The counts of strategies or programs with the same columns.
  package struct Table {
    /// The names of the counts.
    package let titles: [String]
    /// The rows; not empty.
    package let rows: ArraySlice<Row>
  }

  /// The tables of strategies and programs: one for each sequence of rows with the same columns.
  ///
  /// Strategies and programs have other columns than a session.
  package var strategyTables: [Table] {
    var tables: [Table] = []
    var rest = strategies[...]
    while let first = rest.first {
      let titles = first.counts.map(\.name)
      let rows = rest.prefix { $0.counts.map(\.name) == titles }
      tables.append(Table(titles: titles, rows: rows))
      rest = rest.dropFirst(rows.count)
    }
    return tables
  }
}
