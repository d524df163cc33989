// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel

/// A screen after it was looked at in all configurations: one finding for one cause.
package struct ScreenReport: Sendable {
  /// A cause with the configurations in which it shows.
  package struct Finding: Sendable {
    /// As it reads in the first configuration.
    package var finding: LayoutFinding
    /// Nearest first to what the author sees; not empty.
    package var configurations: [CheckConfiguration]
    /// Whether it shows with the texts as they are.
    package var showsAsIs: Bool { configurations.contains { $0.text == .asIs } }

    /// How bad it is: a step less when it needs texts that nobody wrote.
    package var severity: FindingSeverity {
      showsAsIs ? finding.severity : finding.severity.lowered
    }
  }

  /// The screen in one configuration, with what was found there.
  package struct Look: Sendable {
    package let configuration: CheckConfiguration
    /// At the size that was looked at.
    package let diagnosed: DiagnosedCase
    /// As they read in this configuration, worst first.
    package let findings: [LayoutFinding]
    /// The causes in `ScreenReport.findings` that they belong to, by number.
    package fileprivate(set) var causes: [Int]
  }

  /// The id of the root of a screen of a document; nil for a case file, which is one screen.
  package let id: String?
  /// `Login (abc-12-xyz)` for a screen of a document; nil for a case file.
  package let name: String?
  /// Where the screen stands in the file; nil for a case file.
  package let location: SourceLocation?
  /// What the importer could not translate: what is said about the screen proves nothing then.
  package let unsupported: [String]
  /// In the order of rules.
  package private(set) var findings: [Finding] = []
  /// How many different configurations there were.
  package private(set) var configurations = 0
  /// In how many of them the exact oracle did not come to an end.
  package private(set) var undecided = 0
  /// All configurations that are different, nearest first; empty unless they are kept.
  package private(set) var looks: [Look] = []
  private let keepsLooks: Bool
  /// What was diagnosed, to look at a case only once: a case takes kilobytes a view.
  private var known: Set<CaseKey> = []
  private var causes = FindingCauses()

  /// - Parameter keepsLooks: whether each configuration is remembered with its case, for pictures.
  package init(
    id: String? = nil, name: String? = nil, location: SourceLocation? = nil,
    unsupported: [String] = [], keepsLooks: Bool = false
  ) {
    self.keepsLooks = keepsLooks
    self.id = id
    self.name = name
    self.location = location
    self.unsupported = unsupported
  }

  /// The screens of a document, of which nothing is known yet.
  ///
  /// - Parameters:
  ///   - drawn: the document as it was drawn.
  ///   - only: where the one screen stands that is wanted; nil for all.
  ///   - keepsLooks: whether each configuration is remembered with its case, for pictures.
  package static func screens(
    of drawn: ImportedDocument, only: SourceLocation? = nil, keepsLooks: Bool = false
  ) -> [ScreenReport] {
    drawn.scopes.filter { only == nil || $0.location == only }.map { scope in
      ScreenReport(
        id: scope.id, name: scope.name, location: scope.location,
        unsupported: scope.unsupported.map(\.rawValue), keepsLooks: keepsLooks)
    }
  }

  /// Looks at the screen in one more configuration; one that changes nothing does not count.
  ///
  /// - Precondition: the case is well formed, and configurations come nearest first.
  /// - Parameter budget: what may still be spent on the file. Without enough of it, a finding says
  ///   so.
  /// - Throws: when the tool contradicts itself.
  package mutating func add(
    _ diagnosed: DiagnosedCase, _ configuration: CheckConfiguration,
    budget: CheckBudget = CheckBudget()
  ) throws(InternalError) {
    guard known.insert(CaseKey(diagnosed.layoutCase)).inserted else { return }
    guard budget.takes(diagnosed.layoutCase) else { return addUndecided(configuration) }
    configurations += 1
    let diagnosis = try ScreenDiagnosis(
      of: diagnosed, comparesRecorded: configuration.distance == 0, limit: budget.limit)
    if diagnosis.status == .undecided { undecided += 1 }
    let numbers = note(diagnosis.findings, configuration)
    guard keepsLooks else { return }
    looks.append(
      Look(
        configuration: configuration, diagnosed: diagnosis.diagnosed, findings: diagnosis.findings,
        causes: numbers))
  }

  /// Notes that there was no work left for one more configuration.
  package mutating func addUndecided(_ configuration: CheckConfiguration) {
    configurations += 1
    undecided += 1
    let finding = LayoutFinding(
      .undecided, objects: [], aspect: "budget",
      message: "checking the file takes more work than check may do on one file, so it is not known"
        + " whether anything is wrong with the layout; check screens one at a time with --scope, or"
        + " fewer devices with --device")
    _ = note([finding], configuration)
  }

  /// The numbers of the causes of findings in a configuration.
  private mutating func note(
    _ found: [LayoutFinding], _ configuration: CheckConfiguration
  ) -> [Int] {
    var numbers: [Int] = []
    for finding in found {
      let known = causes.number(of: finding) { findings[$0].configurations.last == configuration }
      numbers.append(known ?? findings.count)
      if let number = known {
        if findings[number].configurations.last != configuration {
          findings[number].configurations.append(configuration)
        }
      } else {
        causes.note(finding)
        findings.append(Finding(finding: finding, configurations: [configuration]))
      }
    }
    return numbers
  }

  /// Puts the findings into the order of reports; call it after the last configuration.
  package mutating func finish() {
    known.removeAll()
    causes = FindingCauses()
    let order = findings.indices.sorted {
      (findings[$0].finding.rule.place, $0) < (findings[$1].finding.rule.place, $1)
    }
    findings = order.map { findings[$0] }
    var places = [Int](repeating: 0, count: order.count)
    for (place, number) in order.enumerated() { places[number] = place }
    for look in looks.indices { looks[look].causes = looks[look].causes.map { places[$0] } }
  }
}

extension ScreenReport {
  /// The report of a case file.
  ///
  /// - Parameter onStep: called before each diagnosis.
  /// - Throws: when the tool contradicts itself.
  package static func report(
    of layoutCase: LayoutCase, file: String, matrix: CheckMatrix, keepsLooks: Bool = false,
    onStep: () -> Void = {}
  ) throws(InternalError) -> ScreenReport {
    var report = ScreenReport(keepsLooks: keepsLooks)
    let budget = CheckBudget()
    for configuration in matrix.configurationsOfCase() {
      let diagnosed = configuration.diagnosed(layoutCase, size: matrix.caseSize, file: file)
      onStep()
      try report.add(diagnosed, configuration, budget: budget)
    }
    report.finish()
    return report
  }
}
