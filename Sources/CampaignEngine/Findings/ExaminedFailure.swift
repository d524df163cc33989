// SPDX-License-Identifier: MIT

import CorpusStore
import Minimization
import Scripts

/// A failure whose examination has ended: its smallest subject and its files.
package struct ExaminedFailure<Subject: CampaignSubject>: Sendable {
  package let failure: Subject.Failure
  package let smallest: Subject
  package var files: FindingFiles
  /// The texts that a run of the subject showed.
  package let description: FindingDescription

  package init(
    failure: Subject.Failure, smallest: Subject, files: FindingFiles,
    description: FindingDescription
  ) {
    self.failure = failure
    self.smallest = smallest
    self.files = files
    self.description = description
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
