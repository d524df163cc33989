// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore

extension NightlyRun {
  /// Goes on with the findings of earlier nights for which there was no time, and runs them again where they lie now.
  ///
  /// - Returns: whether that is done.
  mutating func resume() throws(CommandFailure) -> Bool {
    if progress.isResumed { return true }
    let due = store.storedFindings.filter { FindingResumption.isDue(bucket: $0.bucket) }
    if !due.isEmpty, settings.minimizes {
      Console.complain(
        "goes on with \(Readable.counted(due.count, "finding")) that had no time to be made small")
      let workers = try SupervisionOptions.workers(for: settings, arguments)
      defer { workers?.endAll() }
      let limit = minimizingMax.map { $0 / 2 - min($0 / 2, progress.resumeNanoseconds) }
      let time = try MinimizingOptions.time(arguments, limit: limit)
      var resumption = FindingResumption(
        settings, output: store.path, workers: workers, minimizing: time,
        isStopped: { Interruption.signal != 0 })
      for finding in due where !resumption.isOver {
        let folder = "\(store.path)/\(finding.folder)"
        _ = try Self.written { () throws(WriteError) in try resumption.resume(folder) }
      }
      progress.resumeNanoseconds += time.nanoseconds
      noteMemory()
    }
    // What lies elsewhere now is run there, and not counted where it was; before a kill it may have moved, too.
    let store = store
    progress.replays.removeAll { $0.bucket != nil && !store.hasFile($0.path) }
    progress.isReplayed = false
    guard try replay() else { return false }
    guard Interruption.signal == 0 else { return false }
    progress.isResumed = true
    try Self.written { () throws(WriteError) in try progress.save(in: store) }
    return true
  }
}
