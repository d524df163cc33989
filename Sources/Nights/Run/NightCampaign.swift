// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import ExternalSolvers
import JSON
import ProgramCampaigns
import Supervision
import ToolSupport

/// A campaign against other programs that is a part of each night.
package protocol NightCampaign {
  /// The kind of programs in one word.
  var noun: String { get }
  /// The programs with their versions, in the order of the command line.
  var programs: [NightRecord.Program] { get }
  /// All that determines the results, except the seed and the time of a night.
  var identity: JSONValue { get }
  /// The hash of the plan whose shards are the random cases; nil when the night runs them itself.
  var planHash: String? { get }

  /// Returns the options with which `replay` runs a finding again; nil when it is about no program
  /// of this campaign.
  func replayOptions(of record: FindingRecord) -> [String]?

  /// Returns the command that runs the random cases of a night again; nil if none does.
  ///
  /// `known` is the path of the file of known issues that the night used; nil for none.
  func repeating(seed: UInt64, cases: Int, known: String?) -> String?

  /// Runs the campaign, or resumes it after a kill.
  ///
  /// - Returns: nil when the run is stopped.
  func run(_ terms: NightCampaignTerms) throws(CommandFailure) -> NightPart?

  /// Minimizes a pending finding further and moves it to its bucket.
  ///
  /// - Parameters:
  ///   - folder: the folder of the finding.
  ///   - output: the folder in which findings are stored.
  ///   - time: the time limits of minimization.
  /// - Returns: whether the finding has moved.
  /// - Throws: when the finding cannot be written.
  func resume(
    _ folder: String, output: String, minimizing time: MinimizingTime
  ) throws(WriteError) -> Bool
}

/// The conditions of a campaign in one night.
package struct NightCampaignTerms {
  package let seed: UInt64
  /// The time after which no further case starts; nil for none.
  package let nanosecondsMax: UInt64?
  /// The number of cases; nil for no end but the time.
  package let caseCount: Int?
  package let jobs: Int
  package let minimizes: Bool
  /// The folder in which findings are stored.
  package let output: String
  /// The folder of the night, which has the file of the progress.
  package let folder: String
  package let build: String
  package let command: String
  package let minimizing: MinimizingTime
  /// The known issues, whose failures are only counted.
  package let suppressions: Suppressions
  /// The folders of findings of earlier nights, as `BUCKET/ID`, which the campaign does not remove.
  package let kept: Set<String>
  package let show: (CampaignProgress?) -> Void
}

/// The results of a part of the random cases of a night.
package struct NightPart {
  package let record: CampaignRecord
  package let fuzz: NightFuzz
  /// Further notes for the reader.
  package var notes: [String] = []
}

/// A campaign against one kind of programs that is a part of each night.
package struct NightPrograms<Kind: ProgramKind>: NightCampaign {
  private let pools: [ProgramPool<Kind.Process>]

  package init(_ pools: [ProgramPool<Kind.Process>]) { self.pools = pools }

  package var noun: String { Kind.noun }

  package var programs: [NightRecord.Program] {
    pools.map { .init(name: $0.command.name, version: Kind.version($0.greeting)) }
  }

  package var planHash: String? { nil }

  package var identity: JSONValue {
    ProgramIdentity<Kind>(ProgramSettings(seed: 0, caseCount: nil, pools: pools)).identity
  }

  package func replayOptions(of record: FindingRecord) -> [String]? {
    guard record.subject == Kind.Subject.kind,
      let pool = pools.first(where: { $0.command.name == record.accused.name })
    else { return nil }
    let timeout = "\(Double(pool.timeoutNanoseconds) / 1e9)s"
    return words(pool.command) + ["--timeout", timeout]
  }

  /// Returns the option that names a program.
  private func words(_ command: AdapterCommand) -> [String] {
    ["--\(Kind.option)", "\(command.name)=\(command.command)"]
  }

  package func repeating(seed: UInt64, cases: Int, known: String?) -> String? {
    var words = ["layoutfuzz", "fuzz"]
    for pool in pools { words += self.words(pool.command) }
    if let time = pools.first?.unusualTimeout { words += ["--timeout", "\(Double(time) / 1e9)s"] }
    if let known { words += ["--known", known] }
    words += ["--seed", "\(seed)", "--cases", "\(cases)"]
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  package func run(_ terms: NightCampaignTerms) throws(CommandFailure) -> NightPart? {
    let settings = ProgramSettings(
      seed: terms.seed, caseCount: terms.caseCount, nanosecondsMax: terms.nanosecondsMax,
      jobs: terms.jobs, pools: pools, minimizes: terms.minimizes, outputFolder: terms.output,
      suppressions: terms.suppressions, kept: terms.kept)
    let file: ProgramCampaign<Kind>.Progress = try NightRun.progressFile(
      in: terms.folder, ProgramIdentity(settings), nil, build: terms.build, command: terms.command)
    let campaign = ProgramCampaign<Kind>(
      settings, progress: file, minimizing: terms.minimizing, now: MonotonicClock.now,
      isStopped: { Interruption.signal != 0 })
    let result = try NightRun.written { () throws(WriteError) in
      try campaign.run { terms.show($0) }
    }
    terms.show(nil)
    if case .adapter(let problem)? = result.problem {
      throw .unavailable(problem, Kind.Process.title)
    }
    if Interruption.signal != 0, !file.isCampaignDone { return nil }
    return NightPart(
      record: result.record,
      fuzz: NightFuzz(result, minimizingNanoseconds: terms.minimizing.nanoseconds),
      notes: Self.notes(result))
  }

  /// Returns a note on the suppressed cases; none without any.
  static func notes(_ result: ProgramResult<Kind>) -> [String] {
    let suppressed = result.suppressed
    if suppressed.cases.isEmpty { return [] }
    return [
      "\(KnownIssues.fileName) suppressed "
        + "\(ShownNumber.counted(suppressed.cases.count, "bucket")) about \(Kind.noun)s, "
        + ShownNumber.counted(suppressed.count, "case")
    ]
  }

  package func resume(
    _ folder: String, output: String, minimizing time: MinimizingTime
  ) throws(WriteError) -> Bool {
    let settings = ProgramSettings(seed: 0, caseCount: nil, pools: pools, outputFolder: output)
    return try ProgramResumption<Kind>(
      settings, minimizing: time, isStopped: { Interruption.signal != 0 }
    ).resume(folder)
  }
}
