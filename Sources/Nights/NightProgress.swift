// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Judging

/// The state of an unfinished night, from which it resumes after a kill: the content of
/// `night.progress`.
package struct NightProgress: Sendable, Hashable {
  /// The settings that decide the result of the night: it resumes only with the same ones.
  package let identity: JSONValue
  package let stamp: NightStamp
  package let seed: UInt64
  /// The problems found at its start.
  package var problems: [String]
  package var notes: [String]
  /// The cases that were replayed so far.
  package var replays: [ReplayedCase] = []
  /// Whether these are all.
  package var isReplayed = false
  package var replayNanoseconds: UInt64 = 0
  /// Whether pending findings of earlier nights have been resumed, and the time of that.
  package var isResumed = false
  package var resumeNanoseconds: UInt64 = 0
  /// Findings of the registry that were missing when it began, or disappeared meanwhile.
  package var losses: [NightState.Loss] = []
  /// The folders of findings that the night itself removes from the store, recorded before their
  /// removal.
  package var taken: [String] = []
  /// The records of earlier nights when the problems were found; nil in files of earlier versions.
  package var records: [RecordSeal]?
  /// The other programs that take part.
  package var programs: [NightRecord.Program] = []
  /// The hashes of the plans whose shards are random cases.
  package var plans: [String] = []
  /// The results of the parts of the random cases that are done, until all are.
  package var parts: [NightFuzz] = []
  /// The results of random cases; nil before they are done.
  package var fuzz: NightFuzz?
  /// The results of the hunted planted faults; nil before they are done.
  package var mutants: [NightRecord.Hunted]?
  /// The most memory that the tool and one of its processes have held.
  package var toolBytes = 0
  package var workerBytes = 0

  package init(
    identity: JSONValue, stamp: NightStamp, seed: UInt64, problems: [String], notes: [String]
  ) {
    self.identity = identity
    self.stamp = stamp
    self.seed = seed
    self.problems = problems
    self.notes = notes
  }

  /// The reason why the progress cannot be loaded.
  package enum LoadProblem: Error, Sendable, Hashable {
    case unreadable(code: Int32)
    /// The file does not have the content that a night writes, for the given reason.
    case damaged(String)
  }

  /// Nil when no night is unfinished.
  package init?(in store: NightStore) throws(LoadProblem) {
    let value: JSONValue
    do throws(SealedFile.Problem) {
      value = try SealedFile.read("\(store.path)/\(NightStore.progressName)")
    } catch {
      switch error {
      case .missing: return nil
      case .unreadable(let code): throw .unreadable(code: code)
      case .damaged(let problem): throw .damaged(problem)
      }
    }
    do throws(JSONError) {
      self = try Self(value)
    } catch {
      throw .damaged(error.message)
    }
  }

  /// Writes the progress, from which the same night resumes after a kill.
  ///
  /// - Throws: `WriteError` with the path and the reason of the system.
  package func save(in store: NightStore) throws(WriteError) {
    try SealedFile.write(json, to: "\(store.path)/\(NightStore.progressName)")
  }

  /// Whether a stored finding fails tonight; one that was not replayed was found tonight.
  package func fails(_ caseFile: String) -> Bool {
    replays.first { $0.bucket != nil && $0.path == caseFile }.map { !$0.failures.isEmpty } ?? true
  }

  /// Returns the seed of a night among those of one base.
  ///
  /// It has 53 bits, so that every reader of JSON represents it exactly.
  package static func seed(base: UInt64, night number: Int) -> UInt64 {
    caseSeed(campaign: base, index: number) >> 11
  }
}

// MARK: - JSON

extension NightProgress {
  private static let keys = [
    "identity", "stamp", "seed", "problems", "notes", "replays", "replayed", "replayNanoseconds",
    "resumed", "resumeNanoseconds", "losses", "taken", "records", "programs", "plans", "parts",
    "fuzz",
    "mutants",
    "toolBytes", "workerBytes",
  ]

  private var json: JSONValue {
    [
      "identity": identity, "stamp": stamp.json, "seed": .string("\(seed)"),
      "problems": .array(problems.map { .string($0) }),
      "notes": .array(notes.map { .string($0) }), "replays": .array(replays.map(\.json)),
      "replayed": .bool(isReplayed), "replayNanoseconds": .number(replayNanoseconds),
      "resumed": .bool(isResumed), "resumeNanoseconds": .number(resumeNanoseconds),
      "losses": .array(losses.map { [.string($0.bucket), .string($0.folder), .string($0.path)] }),
      "taken": .array(taken.map { .string($0) }),
      "records": records.map { .array($0.map(\.json)) } ?? .null,
      "programs": .array(programs.map(\.json)), "plans": .strings(plans),
      "parts": .array(parts.map(\.json)),
      "fuzz": fuzz?.json ?? .null,
      "mutants": mutants.map { .array($0.map(\.json)) } ?? .null, "toolBytes": .number(toolBytes),
      "workerBytes": .number(workerBytes),
    ]
  }

  private init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the progress of a night", keys: Self.keys)
    let seed = try reader.required("seed")
    guard let number = seed.string.flatMap({ UInt64($0) }) else {
      throw seed.error("expected a seed")
    }
    self.init(
      identity: try reader.required("identity"), stamp: try NightStamp(reader.required("stamp")),
      seed: number, problems: try reader.required("problems").requiredStrings("problems"),
      notes: try reader.required("notes").requiredStrings("notes"))
    for element in try reader.required("replays").requiredArray("cases") {
      replays.append(try ReplayedCase(element))
    }
    isReplayed = reader["replayed"]?.bool == true
    replayNanoseconds = UInt64(try reader.required("replayNanoseconds").requiredIndex("a time"))
    isResumed = reader["resumed"]?.bool == true
    resumeNanoseconds = UInt64(
      try reader["resumeNanoseconds"]?.requiredIndex("a time") ?? 0)
    for element in try reader["losses"]?.requiredArray("missing findings") ?? [] {
      let words = try element.requiredArray("a missing finding", count: 3)
      losses.append(
        .init(
          bucket: try words[0].requiredString("the name of a bucket"),
          folder: try words[1].requiredString("a folder"),
          path: try words[2].requiredString("a path")))
    }
    taken = try reader["taken"]?.requiredStrings("folders") ?? []
    if let list = reader["records"], list != .null { records = try RecordSeal.list(list) }
    for element in try reader["programs"]?.requiredArray("programs") ?? [] {
      programs.append(try NightRecord.Program(element))
    }
    plans = try reader["plans"]?.requiredStrings("plans") ?? []
    for element in try reader["parts"]?.requiredArray("parts of random cases") ?? [] {
      parts.append(try NightFuzz(element))
    }
    let fuzz = try reader.required("fuzz")
    self.fuzz = fuzz == .null ? nil : try NightFuzz(fuzz)
    if let list = reader["mutants"], list != .null {
      var mutants: [NightRecord.Hunted] = []
      for element in try list.requiredArray("planted faults") {
        mutants.append(try NightRecord.Hunted(element))
      }
      self.mutants = mutants
    }
    toolBytes = try reader.required("toolBytes").requiredIndex("a number of bytes")
    workerBytes = try reader.required("workerBytes").requiredIndex("a number of bytes")
  }
}
