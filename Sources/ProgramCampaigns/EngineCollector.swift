// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import EngineScripts
import Engines

/// A collector that turns scripts on which layout engines fail into findings: it diagnoses,
/// minimizes and stores them.
package struct EngineCollector: ProgramCollector {
  package typealias Kind = EnginePrograms

  private var list: FindingList<EngineScript>
  private var verdicts: VerdictCounts
  private var suppressed: SuppressedCases
  private let settings: EngineSettings
  private let time: MinimizingTime
  /// Stores arriving findings while a script is examined; nil when nothing does.
  private let wait: (any FoldingWait)?
  private let isStopped: @Sendable () -> Bool

  init(
    _ settings: EngineSettings, from start: CollectorState<EngineScript>,
    minimizing time: MinimizingTime, during wait: (any FoldingWait)?,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    list = FindingList(outputFolder: settings.outputFolder, from: start.list)
    verdicts = start.verdicts
    suppressed = SuppressedCases(settings.suppressions, from: start.suppressed)
    self.settings = settings
    self.time = time
    self.wait = wait
    self.isStopped = isStopped
  }

  package var findings: [EngineFinding] { list.findings }
  package var newFolders: [String] { list.newFolders }
  package var state: CollectorState<EngineScript> {
    CollectorState(list: list.state, verdicts: verdicts, suppressed: suppressed.state)
  }

  package mutating func take(
    _ failing: FailingProgramCase<EnginePrograms>, _ elapsed: () -> UInt64
  ) throws(WriteError) -> ProgramProblem? {
    let pool = settings.pools[failing.program]
    if suppressed.takes(failing.verdict, of: pool.command.name) { return nil }
    guard VerdictCounts.isExamined(verdicts.count(failing.verdict, by: pool.command.name)) else {
      return nil
    }
    let draft = try list.begin(failing.subject)
    let look = FailingEngineLook(failing, EngineRunner(pool), isStopped: isStopped)
    let examined = awaited(by: wait, look.examined)
    if suppressed.takes(examined.failure) {
      verdicts.forgive(failing.verdict, by: pool.command.name)
      list.discard(draft)
      return nil
    }
    let number = list.count(examined.failure)
    let minimizes = settings.minimizes && !time.isOver
    guard FindingList<EngineScript>.isWorthExamining(number, minimizes: minimizes) else {
      list.discard(draft)
      return nil
    }
    let (seed, limits) = (settings.seed, minimizes ? time : nil)
    let folder = draft?.folder
    let finding = awaited(by: wait) {
      look.finding(examined, seed: seed, minimizing: limits, folder: folder)
    }
    if suppressed.takes(bucket: finding.files.record.signature) {
      list.discard(draft)
      return nil
    }
    try list.add(
      finding, of: failing.subject, draft, case: failing.index, nanoseconds: elapsed())
    return nil
  }
}
