// SPDX-License-Identifier: MIT

import CorpusStore
import Minimization
import Scripts

/// A failure whose examination has ended: its smallest subject and its files.
package struct ExaminedFailure<Subject: CampaignSubject>: Sendable {
  package let smallest: Subject
  package var files: FindingFiles
  /// The texts that a run of the subject showed.
  package let description: FindingDescription

  package init(
    smallest: Subject, files: FindingFiles, description: FindingDescription
  ) {
    self.smallest = smallest
    self.files = files
    self.description = description
  }

  package var failure: FailureIdentity { files.record.failure }

  /// Takes what the record of the finding so far has, which this examination resumed.
  mutating func resume(_ stored: FindingRecord) {
    files.record.seed = stored.seed
    files.record.caseIndex = stored.caseIndex
    files.record.profile = stored.profile
    files.record.original = stored.original
    var minimization = stored.minimization
    minimization.resume(with: files.record.minimization)
    files.record.minimization = minimization
  }

  /// Returns the text of `report.md`.
  package func page(folder: String) -> String {
    FindingReport.page(files.record, description, folder: folder)
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

  package init<Subject>(_ result: MinimizedSubject<Subject>) {
    self.init(
      end: result.end.rawValue, calls: result.runs, acceptedSteps: result.acceptedSteps)
  }
}
