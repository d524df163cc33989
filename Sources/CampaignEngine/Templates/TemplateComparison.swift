// SPDX-License-Identifier: MIT

import LayoutModel

/// How often failing cases match the templates of buckets before they are made small: those of the right bucket, of
/// another one, of another fault.
package struct TemplateComparison: Sendable {
  /// How much of its cases a template keeps.
  package enum Width: String, Sendable, CaseIterable {
    /// All of each minimized case.
    case exact
    /// What the minimized cases have in common, without the numbers that do not matter, where no passing case has it too.
    case accepted
    /// The same whatever passing cases have.
    case common
    /// No numbers at all, whatever passing cases have.
    case anyNumber
  }

  /// What templates of one width come to.
  package struct Figures: Sendable, Hashable {
    package var buckets = 0
    /// Buckets whose cases were generalised.
    package var generalised = 0
    /// Failing cases that match a template of their own bucket, of another bucket of the same fault, and of none.
    package var right = 0
    package var neighbours = 0
    package var unmatched = 0
    /// Failing cases that match the template of another fault which fails in the same way, of so many.
    package var strange = 0
    package var compared = 0
    /// Buckets whose templates match one of the passing cases that they were not accepted by.
    package var met = 0
  }

  private struct Entry {
    let owner: Int
    let bucket: String
    let kind: FailureSignature.Kind
    let templates: [CaseTemplate]

    func matches(_ layoutCase: LayoutCase) -> Bool {
      templates.contains { $0.matches(layoutCase) }
    }
  }

  private let trials: [TemplateTrial]

  package init(_ trials: [TemplateTrial]) { self.trials = trials }

  package func figures(_ width: Width) -> Figures {
    var figures = Figures()
    var entries: [Entry] = []
    for (owner, trial) in trials.enumerated() {
      let own = made(of: trial, owner, width, &figures)
      entries += own
      for failure in trial.failures.dropFirst(TemplateTrial.learned) {
        let hits = own.filter { $0.kind == failure.kind && $0.matches(failure.found) }
        if hits.contains(where: { $0.bucket == failure.bucket }) {
          figures.right += 1
        } else if hits.isEmpty {
          figures.unmatched += 1
        } else {
          figures.neighbours += 1
        }
      }
    }
    for (owner, trial) in trials.enumerated() {
      for failure in trial.failures {
        let others = entries.filter {
          $0.owner != owner && Self.family($0.kind) == Self.family(failure.kind)
        }
        if others.isEmpty { continue }
        figures.compared += 1
        if others.contains(where: { $0.matches(failure.found) }) { figures.strange += 1 }
      }
    }
    return figures
  }

  /// Who fails and how, whatever the fault in it.
  private static func family(_ kind: FailureSignature.Kind) -> [String] {
    [String(kind.strategy.prefix { $0 != "." }), kind.verdict]
  }

  private func made(
    of trial: TemplateTrial, _ owner: Int, _ width: Width, _ figures: inout Figures
  ) -> [Entry] {
    TemplateTrial.buckets(trial.failures.prefix(TemplateTrial.learned)).map { members in
      let cases = members.map(\.small)
      let exact = cases.map { CaseTemplate($0.layoutCase) }
      var templates = exact
      switch width {
      case .exact: break
      case .accepted:
        let bucket = BucketTemplate(
          cases, passing: Array(trial.passing.prefix(TemplateTrial.passing)))
        if bucket.isGeneralised { figures.generalised += 1 }
        templates = bucket.templates
      case .common: templates = BucketTemplate.common(cases).map { [$0] } ?? exact
      case .anyNumber: templates = exact.map(\.withoutNumbers)
      }
      let entry = Entry(
        owner: owner, bucket: members[0].bucket, kind: members[0].kind, templates: templates)
      figures.buckets += 1
      if trial.passing.dropFirst(TemplateTrial.passing).contains(where: entry.matches) {
        figures.met += 1
      }
      return entry
    }
  }
}
