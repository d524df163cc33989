// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel

/// The report on a screen that was checked in all configurations, with one finding for each cause.
package struct ScreenReport: Sendable {
  /// A cause with the configurations that show it.
  package struct Finding: Sendable {
    /// The finding in the first configuration.
    package private(set) var finding: LayoutFinding
    /// The configurations; not empty.
    ///
    /// The one in which the finding is most severe comes first, then those with the original texts,
    /// each nearest to that of the author first.
    package private(set) var configurations: [CheckConfiguration]
    /// The configuration that showed it last.
    fileprivate private(set) var latest: CheckConfiguration

    package init(_ finding: LayoutFinding, in configuration: CheckConfiguration) {
      self.finding = finding
      configurations = [configuration]
      latest = configuration
    }

    /// Whether it appears with the original texts.
    package var showsAsIs: Bool { configurations.contains { $0.text == .asIs } }

    /// The largest severity in a configuration.
    package var severity: FindingSeverity { finding.severity(in: configurations[0]) }

    /// Adds the same cause in one more configuration, or in the latest one again.
    package mutating func add(_ other: LayoutFinding, in configuration: CheckConfiguration) {
      let isNew = latest != configuration
      latest = configuration
      if other.severity(in: configuration) > severity {
        finding = other
        configurations.removeAll { $0 == configuration }
        configurations.insert(configuration, at: 0)
      } else if isNew {
        configurations.append(configuration)
      }
    }
  }

  /// The screen and its findings in one configuration.
  package struct Look: Sendable {
    package let configuration: CheckConfiguration
    /// The case at the checked size.
    package let diagnosed: DiagnosedCase
    /// The rules that were judged.
    package let judgedRules: JudgedRules
    /// The findings of this configuration, worst first.
    package fileprivate(set) var findings: [LayoutFinding]
    /// The numbers of their causes in `ScreenReport.findings`.
    package fileprivate(set) var causes: [Int]
  }

  /// The id of the root of a screen of a document; nil for a case file, which is one screen.
  package let id: String?
  /// `Login (abc-12-xyz)` for a screen of a document; nil for a case file.
  package let name: String?
  /// The location of the screen in the file; nil for a case file.
  package let location: SourceLocation?
  /// The parts that the importer could not translate; then findings about the screen prove nothing.
  package let unsupported: [String]
  /// The findings in the order of rules.
  package private(set) var findings: [Finding] = []
  /// The number of different configurations.
  package private(set) var configurations = 0
  /// The number of configurations in which the exact oracle reached its limit.
  package private(set) var undecided = 0
  /// The judged rules of each configuration whose constraints contradict each other.
  private var judgedRules: [JudgedRules] = []
  /// The number of configurations whose constraints contradict each other, so that not all rules
  /// are judged.
  package var conflicting: Int { judgedRules.count }
  /// The different configurations, nearest first; empty unless they are kept.
  package private(set) var looks: [Look] = []
  private let keepsLooks: Bool
  /// The keys of the diagnosed cases, so that each case is checked once.
  ///
  /// A case itself takes kilobytes a view.
  private var known: Set<CaseKey> = []
  private var causes = FindingCauses()

  /// - Parameters:
  ///   - id: the id of the root; nil for a case file.
  ///   - name: the name of the screen; nil for a case file.
  ///   - location: the location of the screen in the file; nil for a case file.
  ///   - unsupported: the parts that the importer could not translate.
  ///   - keepsLooks: whether each configuration is kept with its case, for pictures.
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

  /// Returns the screens of a document before the first configuration.
  ///
  /// - Parameters:
  ///   - drawn: the document as it was drawn.
  ///   - only: the location of the one wanted screen; nil for all.
  ///   - keepsLooks: whether each configuration is kept with its case, for pictures.
  /// - Returns: the reports, in document order.
  package static func screens(
    of drawn: ImportedDocument, only: SourceLocation? = nil, keepsLooks: Bool = false
  ) -> [ScreenReport] {
    drawn.scopes.filter { only == nil || $0.location == only }.map { scope in
      ScreenReport(
        id: scope.id, name: scope.name, location: scope.location,
        unsupported: scope.unsupported.map(\.rawValue), keepsLooks: keepsLooks)
    }
  }

  /// Checks the screen in one more configuration; one that changes nothing does not count.
  ///
  /// - Precondition: the case is well formed, and configurations come nearest first.
  /// - Parameters:
  ///   - diagnosed: the case in the configuration.
  ///   - configuration: the configuration.
  ///   - budget: the rest of the work limit of the file. If it is too small, a finding reports
  ///     that.
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
    if diagnosis.status == .conflict { judgedRules.append(diagnosis.judgedRules) }
    let numbers = note(diagnosis.findings, configuration)
    guard keepsLooks else { return }
    looks.append(
      Look(
        configuration: configuration, diagnosed: diagnosis.diagnosed,
        judgedRules: diagnosis.judgedRules, findings: diagnosis.findings, causes: numbers))
  }

  /// Returns the number of configurations in which a rule is not judged because of a conflict.
  package func unjudged(_ rule: LayoutRule) -> Int { judgedRules.count { !$0.judges(rule) } }

  /// Records that the budget was too small for one more configuration.
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

  /// Records the findings of a configuration and returns the numbers of their causes.
  private mutating func note(
    _ found: [LayoutFinding], _ configuration: CheckConfiguration
  ) -> [Int] {
    var numbers: [Int] = []
    for finding in found {
      let known = causes.number(of: finding) { findings[$0].latest == configuration }
      numbers.append(known ?? findings.count)
      if let number = known {
        findings[number].add(finding, in: configuration)
      } else {
        causes.note(finding)
        findings.append(Finding(finding, in: configuration))
      }
    }
    return numbers
  }

  /// Sorts the findings for reports; call it after the last configuration.
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
  /// Leaves out the findings of all other rules.
  ///
  /// - Precondition: the report is finished.
  package mutating func keep(_ rules: Set<LayoutRule>) {
    var places: [Int: Int] = [:]
    for (number, found) in findings.enumerated() where rules.contains(found.finding.rule) {
      places[number] = places.count
    }
    guard places.count < findings.count else { return }
    findings = findings.filter { rules.contains($0.finding.rule) }
    for number in looks.indices {
      let kept = zip(looks[number].findings, looks[number].causes).filter { places[$0.1] != nil }
      looks[number].findings = kept.map(\.0)
      looks[number].causes = kept.compactMap { places[$0.1] }
    }
  }

  /// Returns the report of a case file.
  ///
  /// - Parameters:
  ///   - layoutCase: the case of the file.
  ///   - file: the name of the file.
  ///   - matrix: the configurations.
  ///   - keepsLooks: whether each configuration is kept with its case, for pictures.
  ///   - onStep: called before each diagnosis.
  /// - Returns: the finished report.
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
