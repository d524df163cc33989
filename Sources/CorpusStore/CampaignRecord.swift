// SPDX-License-Identifier: MIT

/// What a campaign came to in numbers: the content of `campaign.json`, beside the `findings`
/// folder.
package struct CampaignRecord: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzCampaign`.
  package static let version = 1
  /// The name of the file in the folder of results.
  package static let fileName = "campaign.json"

  /// A number under a name.
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

  /// How often one bucket's kind of failure came up.
  package struct Occurrence: Sendable, Hashable {
    package var signature: String
    /// How many cases have the same verdict against the same strategy.
    package var cases: Int
    /// The first one.
    package var firstCase: Int
    /// How many of those that were looked at lie in the bucket; nil in records that were written
    /// before that was counted.
    package var inBucket: Int?
    /// How many were looked at, with whatever bucket.
    package var examined: Int?
    /// The folders of the campaign's own findings in the bucket as `BUCKET/ID`; nil in records of
    /// earlier versions.
    ///
    /// Others in the folder of results are of other campaigns.
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

    /// Nil where only the verdicts were counted.
    package var share: BucketShare? {
      guard let inBucket, let examined else { return nil }
      return BucketShare(cases: inBucket, examined: examined, failing: cases)
    }
  }

  /// The strategy with a known fault that the campaign had to catch.
  package struct Canary: Sendable, Hashable {
    package var name: String
    /// How many cases it solved.
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
  /// Cases by what they were made from.
  package var profiles: [Count]
  /// Answers by strategy, or scripts by program.
  package var strategies: [Row]
  /// Trials by law; empty for a campaign of scripts.
  package var laws: [Row]
  /// Choices that the generator led nowhere with.
  package var discards = 0
  package var undecided: Int
  package var occurrences: [Occurrence]
  /// How the generators fared and what was seen of behaviours; empty for a campaign that does not
  /// count it.
  package var health: [Row] = []
  /// What makes the result say less than it seems to, in sentences.
  package var warnings: [String] = []
  package var canary: Canary?
  package var internalFailures: [InternalFailure] = []
  /// The strategies and programs of which no answer came to a verdict: of them "nothing found" says
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

  /// Whether a finding in the folder of results is the campaign's own, or stands for one.
  ///
  /// Records of earlier versions do not say so: there all findings are.
  ///
  /// - Parameter place: its folder as `BUCKET/ID`.
  package func owns(_ place: String) -> Bool {
    let folders = occurrences.compactMap(\.folders)
    if folders.count < occurrences.count || folders.contains(where: { $0.contains(place) }) {
      return true
    }
    // Where earlier campaigns had filled the bucket, their findings stand for what was only
    // counted.
    let bucket = place.split(scalar: "/", omittingEmpty: true).first
    return occurrences.contains { $0.signature == bucket && $0.folders?.isEmpty == true }
  }

  /// 0 for a campaign that took no time that a clock could see.
  package var casesPerSecond: Double {
    nanoseconds == 0 ? 0 : Double(cases) * 1e9 / Double(nanoseconds)
  }

  /// Writes the record into a folder of results, in the place of that of an earlier campaign.
  ///
  /// - Throws: `WriteError` with the path and the system's reason.
  package func store(in output: String) throws(WriteError) {
    try AtomicFile.write(encoded, to: "\(output)/\(Self.fileName)")
  }
}
