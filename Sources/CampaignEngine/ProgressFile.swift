// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import JSON
import Supervision
import Synchronization

/// The file in which a running campaign takes down where it stands, `DIR/campaign.progress`, so
/// that the same command goes on after a kill.
///
/// It is written as a whole about once a second, and gone when the campaign is done.
package final class ProgressFile: Sendable {
  /// The name of the file in the folder for findings.
  package static let name = "campaign.progress"

  /// Why a campaign cannot begin in a folder.
  package enum OpenError: Error, Sendable, Hashable {
    /// Another process runs a campaign there.
    case inUse
    /// An unfinished campaign is there that another command began, or another build of the tool.
    case other(command: String)
    /// The file is not what a campaign wrote; what is wrong with it.
    case damaged(String)
    case unreadable(code: Int32)
  }

  package let path: String
  private let identity: JSONValue
  private let command: String
  /// Whether it stays when the campaign is done, until its caller has taken down the result.
  let isKept: Bool
  private let isDone = Atomic<Bool>(false)
  /// How often it is written, at most.
  let nanosecondsBetween: UInt64
  /// Held for as long as the campaign runs: the lock on the folder ends with it.
  private let lock: FolderLock
  /// From where the campaign goes on; nil when it begins.
  let start: Checkpoint?

  /// How many cases are done already.
  package var casesDone: Int { start?.tally.batch.counts.cases ?? 0 }

  /// Looks into a folder for an unfinished campaign.
  ///
  /// - Parameters:
  ///   - build: tells this build of the tool from others, which may come to something else.
  ///   - command: for people.
  ///   - isFresh: whether an unfinished campaign is to be forgotten.
  ///   - isKept: whether the file stays when the campaign is done; the same campaign ends at once
  ///     then, with the same result, until `remove` is called.
  package init(
    in folder: String, _ settings: CampaignSettings, _ limits: WorkerLimits?, build: String,
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
    for folder in start?.provisional ?? [] where folder.begins(with: own) {
      FindingStore.remove(finding: folder)
    }
  }

  private static func checkpoint(
    _ path: String, _ identity: JSONValue, _ settings: CampaignSettings
  ) throws(OpenError) -> Checkpoint? {
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

  /// Takes down where the campaign stands.
  func save(_ checkpoint: Checkpoint) throws(WriteError) {
    let value: JSONValue = [
      "identity": identity, "command": .string(command), "progress": checkpoint.json,
    ]
    try SealedFile.write(value, to: path)
  }

  /// The campaign is done: the same command begins it anew.
  package func remove() { unlink(path) }

  /// Takes the file away if the campaign has come to its own end; its result is on disk.
  package func removeIfDone() {
    if isCampaignDone { remove() }
  }

  /// Whether the campaign has come to its own end, and no finding was cut short by a stop.
  package var isCampaignDone: Bool { isDone.load(ordering: .relaxed) }

  func noteDone() { isDone.store(true, ordering: .relaxed) }
}

extension JSONValue {
  /// The identity of a campaign as this version writes it.
  ///
  /// Earlier ones had the key `seeds`: null, or the hash of the screens of a campaign with
  /// feedback, which no command begins any more.
  fileprivate var withoutRetiredKeys: JSONValue {
    guard let members else { return self }
    return .object(members.filter { $0.key != "seeds" || $0.value != .null })
  }
}
