// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import JSON
import Judging
import LayoutModel
import ObservedRates
import Scripts

/// One way in which a solver is wrong, with its smallest subject.
package struct Finding<Subject: CampaignSubject>: Sendable {
  /// The name of the bucket.
  package let signature: String
  package let failure: FailureIdentity
  /// The failures under which its subjects were counted: minimization may show another cause.
  package internal(set) var countedAs: [FailureIdentity]
  /// The verdict on the smallest subject in one sentence.
  package private(set) var summary: String
  /// The index of the failing step of the smallest script; nil for a layout, and if it is unknown.
  package private(set) var step: Int?
  /// How often the smallest script fails; nil where that is not measured.
  package private(set) var rate: ObservedRate?
  /// The index of the first case that showed it.
  package let firstCase: Int
  package private(set) var original: Subject
  /// The minimized subject; the same as `original` when the campaign does not minimize.
  package private(set) var smallest: Subject
  /// The path of the smallest subject; nil when nothing is kept on disk.
  package private(set) var path: String?
  /// The time from the start of the campaign to the end of minimization, in nanoseconds.
  package internal(set) var nanoseconds: UInt64
  /// The number of subjects that failed in this way.
  package internal(set) var occurrences: Int
  /// The number of examined subjects that belong to this bucket.
  package internal(set) var members = 1
  /// The folders of these as `BUCKET/ID`, in the order in which they were found; empty when nothing
  /// is kept on disk.
  package internal(set) var folders: [String] = []
}

package typealias CaseFinding = Finding<LayoutCase>
package typealias ScriptFinding = Finding<SolverScript>

extension Finding {
  /// Takes the subject of another finding of the same bucket if it is smaller.
  mutating func takeSmaller(_ other: Finding) {
    let (own, size) = (smallest.recordSize, other.smallest.recordSize)
    guard size.parts.map(\.count).lexicographicallyPrecedes(own.parts.map(\.count)) else { return }
    (summary, step, rate, path) = (other.summary, other.step, other.rate, other.path)
    (original, smallest) = (other.original, other.smallest)
  }

  /// Whether its smallest subject is in a folder, such as `BUCKET/ID`.
  func isStored(in folder: String) -> Bool {
    path.map { $0.ends(with: "/\(folder)/\(Subject.kind.fileName)") } ?? false
  }

  /// Takes the smallest subject of its folders inside of `directory`.
  ///
  /// Unreadable members are the last choice. If there are no others, only the path of the first one
  /// is taken: a report names it as damaged.
  mutating func takeSmallestMember(in directory: String) {
    let members = folders.enumerated().compactMap { index, folder in
      (try? FindingStore.record(in: "\(directory)/\(folder)")).map { record in
        (folder: folder, record: record, order: record.minimized.parts.map(\.count) + [index])
      }
    }
    for member in members.sorted(by: { $0.order.lexicographicallyPrecedes($1.order) }) {
      let folder = "\(directory)/\(member.folder)"
      let file = "\(folder)/\(Subject.kind.fileName)"
      guard let subject = Self.subject(in: file),
        let original = Self.subject(in: "\(folder)/\(Subject.kind.originalName)")
      else { continue }
      (path, smallest, self.original) = (file, subject, original)
      let record = member.record
      (summary, step, rate) = (record.summary, record.answer?.step, record.rate)
      return
    }
    path = folders.first.map { "\(directory)/\($0)/\(Subject.kind.fileName)" }
    (summary, step, rate) = ("the stored files of this finding cannot be read", nil, nil)
  }

  /// Returns the stored subject of a file; nil when it cannot be read.
  package static func subject(in file: String) -> Subject? {
    guard let bytes = try? FindingStore.bytes(of: file), let value = try? JSONParser.parse(bytes)
    else { return nil }
    return try? Subject(json: value)
  }

  /// Returns the command that runs the finding again.
  ///
  /// - Parameters:
  ///   - command: the command of the program that the finding is about; nil for the tool's own
  ///     strategies and session.
  ///   - timeout: the program's time limit of a case, in nanoseconds; nil for the usual one.
  /// - Returns: the command, quoted for a shell.
  package func replayCommand(external command: String? = nil, timeout: UInt64? = nil) -> String {
    FindingRecord.replayCommand(
      of: path ?? Subject.kind.placeholder, accused: failure.accused.name, command: command,
      isEngine: Subject.kind == .engine, timeout: timeout)
  }

  /// Returns the frequency of its bucket.
  package func share(among findings: [Finding]) -> BucketShare {
    let examined = findings.lazy.filter { $0.countedAs == countedAs }.reduce(0) { $0 + $1.members }
    return BucketShare(cases: members, examined: examined, failing: occurrences)
  }
}

// MARK: - JSON

extension Finding {
  private static var keys: [String] {
    [
      "signature", "failure", "summary", "step", "rate", "firstCase", "original", "smallest",
      "path", "nanoseconds", "members", "folders", "countedAs",
    ]
  }

  /// The finding inside the progress of an unfinished campaign.
  var json: JSONValue {
    // The literal nil would be the value null.
    let counted: JSONValue? =
      countedAs == [failure] ? .none : .some(.array(countedAs.map(\.json)))
    return .members([
      ("signature", .string(signature)), ("failure", failure.json), ("summary", .string(summary)),
      ("step", step.map { .number($0) }), ("rate", rate?.json), ("firstCase", .number(firstCase)),
      ("original", original.json),
      ("smallest", smallest.json), ("path", path.map { .string($0) }),
      ("nanoseconds", .number(nanoseconds)), ("members", .number(members)),
      ("folders", .strings(folders)),
      ("countedAs", counted),
    ])
  }

  init(json: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(json, "a finding", keys: Self.keys)
    let failure = try FailureIdentity(json: try reader.required("failure"), on: Subject.kind)
    var countedAs: [FailureIdentity] = []
    for element in try reader["countedAs"]?.requiredArray("failures") ?? [] {
      countedAs.append(try FailureIdentity(json: element, on: Subject.kind))
    }
    self.init(
      signature: try reader.required("signature").requiredString("a signature"),
      failure: failure, countedAs: countedAs.isEmpty ? [failure] : countedAs,
      summary: try reader.required("summary").requiredString("a sentence"),
      step: try reader["step"]?.requiredIndex("the index of a step"),
      rate: try reader["rate"].map { (value) throws(JSONError) in try ObservedRate(value) },
      firstCase: try reader.required("firstCase").requiredIndex("the index of a case"),
      original: try Subject(json: try reader.required("original")),
      smallest: try Subject(json: try reader.required("smallest")),
      path: try reader["path"]?.requiredString("a path"),
      nanoseconds: try reader.required("nanoseconds").requiredUnsigned("a time"),
      occurrences: 1,
      members: try reader.required("members").requiredIndex("a number of subjects"),
      folders: try reader.required("folders").requiredStrings("folders"))
  }
}
