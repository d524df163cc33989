// SPDX-License-Identifier: MIT

import CorpusStore
import Minimization
import Scripts

/// A failure whose examination has ended: its smallest subject and its files.
struct ExaminedFailure<Subject: CampaignSubject>: Sendable {
  let failure: Subject.Failure
  let smallest: Subject
  let files: FindingFiles
  let body: ReportBody

  /// Returns the text of `report.md`.
  func page(folder: String) -> String {
    FindingReport.page(
      files.record, body, hasCertificate: files.certificate != nil, folder: folder)
  }
}

extension FindingRecord.Minimization {
  init(_ result: MinimizationResult) {
    self.init(
      end: result.end.rawValue, calls: result.calls, acceptedSteps: result.acceptedSteps,
      reducers: result.statistics.map {
        .init(name: $0.reducer, attempts: $0.attempts, successes: $0.successes)
      }, indifferent: result.indifferent, explanationIsCut: result.explanationIsCut)
  }

  init(_ result: ScriptMinimizer.Result) {
    self.init(
      end: result.end.rawValue, calls: result.calls, acceptedSteps: result.acceptedSteps)
  }
}
