// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Judging

/// The rounds after all cases: they examine failures that do not come in each run, and minimize
/// findings further whose share of runs was spent.
///
/// So a fault that comes seldom does not take the time of others.
extension ProgramTally {
  /// Whether a later round may find more about a finding.
  private func isPending(_ finding: Finding<Kind.Subject>) -> Bool {
    let cause = finding.failure.cause
    guard settings.minimizes else { return cause == .unexamined }
    return finding.signature == finding.failure.pendingQueue.name && cause != .unrepeatable
  }

  /// Whether there is a finding about which a later round may find more.
  var hasPending: Bool { findings.contains(where: isPending) }

  /// Examines pending findings further, each in turn, with more runs in each round.
  ///
  /// - Throws: `WriteError` when a finding cannot be stored.
  mutating func examinePending() throws(WriteError) {
    for share in settings.minimizes ? MinimizingTerms.laterShares : [nil] {
      for finding in findings where isPending(finding) {
        if settings.outputFolder == nil {
          try resume(finding, in: nil, share: share)
        } else {
          for folder in finding.folders { try resume(finding, in: folder, share: share) }
        }
      }
    }
  }

  private mutating func resume(
    _ finding: Finding<Kind.Subject>, in folder: String?, share: Int?
  ) throws(WriteError) {
    guard !isStopped(), problem == nil, let failing = failing(finding, in: folder) else { return }
    let original = original(finding, in: folder)
    let look = Kind.look(into: failing, settings, isStopped: isStopped)
    early?.examine(failing.verdict, of: finding.failure.accused.name)
    let record = path(folder).flatMap { try? FindingStore.record(in: $0) }
    let isReplaced = try collector.resume(
      finding, in: folder, look, original: original, after: record, share: share)
    if isReplaced, let path = path(folder) { replacedFolders.append(path) }
  }

  /// Removes the folders that are replaced.
  mutating func removeReplaced() {
    let kept = Set(findings.flatMap(\.folders) + settings.kept).compactMap(path)
    for folder in replacedFolders where !kept.contains(folder) {
      FindingStore.remove(finding: folder)
    }
    replacedFolders = []
  }

  /// Returns the path of a folder of a finding.
  private func path(_ folder: String?) -> String? {
    guard let folder, let output = settings.outputFolder else { return nil }
    return "\(output)/\(FindingStore.folderName)/\(folder)"
  }

  /// Returns the script of a member of a finding as it was found.
  private func original(_ finding: Finding<Kind.Subject>, in folder: String?) -> Kind.Subject {
    path(folder).flatMap {
      Finding<Kind.Subject>.subject(in: "\($0)/\(Kind.Subject.kind.originalName)")
    }
      ?? finding.original
  }

  /// Returns the smallest script of a member of a finding as a failing case.
  ///
  /// - Returns: nil when its program does not take part.
  private func failing(
    _ finding: Finding<Kind.Subject>, in folder: String?
  ) -> FailingProgramCase<Kind>? {
    let name = finding.failure.accused.name
    guard let program = settings.pools.firstIndex(where: { $0.command.name == name }) else {
      return nil
    }
    let place = path(folder)
    let script = place.flatMap {
      Finding<Kind.Subject>.subject(in: "\($0)/\(Kind.Subject.kind.fileName)")
    }
    let record = place.flatMap { try? FindingStore.record(in: $0) }
    var failing = FailingProgramCase<Kind>(
      index: record?.caseIndex ?? finding.firstCase, program: program, script ?? finding.smallest,
      finding.failure.verdict)
    failing.madeFrom = record?.profile
    return failing
  }
}
