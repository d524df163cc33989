// SPDX-License-Identifier: MIT

/// The smallest script or document found, with the work of finding it.
package struct MinimizedSubject<Subject> {
  package let subject: Subject
  /// The number of runs of the program under test; trials where a session is tested.
  package let runs: Int
  package let acceptedSteps: Int
  package let end: MinimizationEnd

  package init(subject: Subject, runs: Int, acceptedSteps: Int, end: MinimizationEnd) {
    self.subject = subject
    self.runs = runs
    self.acceptedSteps = acceptedSteps
    self.end = end
  }

  /// The same result, to be resumed.
  package var cutShort: MinimizedSubject {
    MinimizedSubject(subject: subject, runs: runs, acceptedSteps: acceptedSteps, end: .stopped)
  }

  /// Returns the result of two minimizations in a row, of which this is the second.
  package func after(_ first: MinimizedSubject) -> MinimizedSubject {
    MinimizedSubject(
      subject: subject, runs: first.runs + runs,
      acceptedSteps: first.acceptedSteps + acceptedSteps, end: end)
  }
}

extension MinimizedSubject: Sendable where Subject: Sendable {}
