// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import JSON
import Supervision
import Synchronization

/// The settings of a campaign that can resume after a kill.
package protocol ResumableSettings: Sendable {
  /// All that determines the results, except the build of the tool.
  var identity: JSONValue { get }
  /// The folder for findings; nil keeps nothing on disk.
  var outputFolder: String? { get }
}

/// The results of a campaign so far, from which it can resume after a kill.
package protocol ResumableState: Sendable {
  associatedtype Settings: ResumableSettings

  /// The number of completed cases.
  var casesDone: Int { get }
  var json: JSONValue { get }
  init(_ value: JSONValue, of settings: Settings) throws(JSONError)
}

extension CampaignSettings: ResumableSettings {}

extension TallyState: ResumableState {
  package var casesDone: Int { batch.counts.cases }
}

/// The reason why a campaign cannot begin in a folder.
package enum ResumeError: Error, Sendable, Hashable {
  /// Another process runs a campaign there.
  case inUse
  /// An unfinished campaign is there that another command or another build of the tool began.
  case other(command: String)
  /// The file does not have the content that a campaign writes, for the given reason.
  case damaged(String)
  case unreadable(code: Int32)
}

/// The file of a campaign against the tool's own strategies.
package typealias ProgressFile = ResumeFile<TallyState>

/// The file in which a running campaign records its progress, `DIR/campaign.progress`, so that the
/// same command resumes it after a kill.
///
/// It is rewritten as a whole about once a second, and removed when the campaign is done.
package final class ResumeFile<State: ResumableState>: Sendable {
  package typealias OpenError = ResumeError

  /// The name of the file in the folder for findings.
  package static var name: String { "campaign.progress" }

  package let path: String
  private let identity: JSONValue
  private let command: String
  /// Whether the file stays when the campaign is done, until its caller has stored the result.
  let isKept: Bool
  private let isDone = Atomic<Bool>(false)
  /// The least time between two writes, in nanoseconds.
  let nanosecondsBetween: UInt64
  /// The lock on the folder, held as long as the campaign runs.
  private let lock: FolderLock
  /// The state from which the campaign resumes; nil when it begins.
  package let start: Checkpoint<State>?

  /// The number of cases that were already done at the start.
  package var casesDone: Int { start?.tally.casesDone ?? 0 }

  private let saved = Atomic<Int>(0)

  /// The number of cases from which the same command resumes, as last stored.
  package var casesSaved: Int { saved.load(ordering: .relaxed) }

  /// Opens the progress of an unfinished campaign in a folder, if there is one.
  ///
  /// - Parameters:
  ///   - folder: the folder in which findings are stored.
  ///   - settings: the settings of the campaign.
  ///   - limits: the limits of its workers; nil without workers.
  ///   - build: the identity of this build of the tool, since other builds may have other results.
  ///   - command: the command for messages.
  ///   - isFresh: whether an unfinished campaign is discarded.
  ///   - isKept: whether the file stays when the campaign is done. Then the same campaign ends at
  ///     once with the same result, until `remove` is called.
  ///   - nanosecondsBetween: the least time between two writes, in nanoseconds.
  /// - Throws: when another process uses the folder, or when its progress cannot be used.
  package init(
    in folder: String, _ settings: State.Settings, _ limits: WorkerLimits?, build: String,
    command: String, isFresh: Bool, isKept: Bool = false,
    nanosecondsBetween: UInt64 = 1_000_000_000
  ) throws(OpenError) {
    self.isKept = isKept
    self.nanosecondsBetween = nanosecondsBetween
    path = "\(folder)/\(Self.name)"
    self.command = command
    identity = [
      "campaign": settings.identity, "folder": .string(folder), "build": .string(build),
      "caseNanoseconds": limits.map { .number($0.caseNanoseconds) } ?? .null,
      "memoryBytes": limits.map { .number($0.memoryBytes) } ?? .null,
    ]
    do throws(FolderLock.Problem) {
      lock = try FolderLock(folder)
    } catch {
      switch error {
      case .inUse: throw .inUse
      case .unreadable(let code): throw .unreadable(code: code)
      }
    }
    AtomicFile.removeTemporaries(of: path)
    if isFresh { unlink(path) }
    start = try Self.checkpoint(path, identity, settings)
    let own = "\(settings.outputFolder ?? folder)/findings/"
    for folder in start?.provisional ?? [] {
      // A damaged file must not name a folder elsewhere.
      let names = folder.removing(prefix: own)?.split(scalar: "/", omittingEmpty: false) ?? []
      if names.count == 2, names.allSatisfy(Folder.isSafeName) {
        FindingStore.remove(finding: folder)
      }
    }
  }

  private static func checkpoint(
    _ path: String, _ identity: JSONValue, _ settings: State.Settings
  ) throws(OpenError) -> Checkpoint<State>? {
    let value: JSONValue
    do throws(SealedFile.Problem) {
      value = try SealedFile.read(path)
    } catch {
      switch error {
      case .missing: return nil
      case .unreadable(let code): throw .unreadable(code: code)
      case .damaged(let problem): throw .damaged(problem)
      }
    }
    do throws(JSONError) {
      let reader = try JSONObjectReader(
        value, "a campaign", keys: ["identity", "command", "progress"])
      if try reader.required("identity").withoutRetiredKeys == identity {
        return try Checkpoint(try reader.required("progress"), of: settings)
      }
    } catch {
      throw .damaged(error.message)
    }
    throw .other(command: value["command"]?.string ?? "")
  }

  /// Stores the state of the campaign.
  func save(_ checkpoint: Checkpoint<State>) throws(WriteError) {
    let value: JSONValue = [
      "identity": identity, "command": .string(command), "progress": checkpoint.json,
    ]
    try SealedFile.write(value, to: path)
    saved.store(checkpoint.tally.casesDone, ordering: .relaxed)
  }

  /// Removes the file, so that the same command starts the campaign again.
  package func remove() { unlink(path) }

  /// Removes the file if the campaign has reached its own end; its result must be on disk.
  package func removeIfDone() {
    if isCampaignDone { remove() }
  }

  /// Whether the campaign has reached its own end, and no stop has cut a finding short.
  package var isCampaignDone: Bool { isDone.load(ordering: .relaxed) }

  func noteDone() { isDone.store(true, ordering: .relaxed) }
}

extension JSONValue {
  /// The identity of a campaign as this version writes it.
  ///
  /// Earlier versions had the key `seeds`: null, or the hash of the screens of a campaign with
  /// feedback, which no command begins any more.
  fileprivate var withoutRetiredKeys: JSONValue {
    guard let members else { return self }
    return .object(members.filter { $0.key != "seeds" || $0.value != .null })
  }
}
