// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Judging
import Oracles

/// The resumption of findings about programs whose minimization was cut short.
package struct ProgramResumption<Kind: ProgramKind> {
  private let settings: ProgramSettings<Kind.Process>
  private let time: MinimizingTime
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - settings: the programs, and the folder in which findings are stored.
  ///   - time: the time limits of minimization.
  ///   - isStopped: whether the run is stopped.
  package init(
    _ settings: ProgramSettings<Kind.Process>, minimizing time: MinimizingTime,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    self.settings = settings
    self.time = time
    self.isStopped = isStopped
  }

  /// Minimizes a finding further, within the time limits.
  ///
  /// - Parameter folder: the folder of the finding.
  /// - Returns: whether it has a new place now; false when it no longer fails in the same way, or
  ///   became no smaller.
  /// - Throws: the path that cannot be written, and why.
  package func resume(_ folder: String) throws(WriteError) -> Bool {
    guard let output = settings.outputFolder, let failing = failing(folder) else { return false }
    var store = FindingStore(output: output)
    return try store.resume(
      folder, Kind.look(into: failing, settings, isStopped: isStopped),
      minimizing: .init(jobs: settings.jobs, time: time))
  }

  /// Returns the smallest script so far as a failing case; nil when its files cannot be read, or
  /// its program does not take part.
  private func failing(_ folder: String) -> FailingProgramCase<Kind>? {
    guard let record = try? FindingStore.record(in: folder), record.subject == Kind.Subject.kind,
      let program = settings.pools.firstIndex(where: { $0.command.name == record.accused.name }),
      let script = Finding<Kind.Subject>.subject(in: "\(folder)/\(Kind.Subject.kind.fileName)")
    else { return nil }
    var failing = FailingProgramCase<Kind>(
      index: record.caseIndex ?? 0, program: program, script, record.verdict)
    failing.madeFrom = record.profile
    return failing
  }
}
