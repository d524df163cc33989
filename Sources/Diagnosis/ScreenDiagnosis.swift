// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// The diagnosis of a layout itself for its author, independent of solvers.
package struct ScreenDiagnosis: Sendable {
  /// The status of the layout by the exact answer.
  package enum Status: String, Sendable, Hashable {
    /// One layout is right.
    case unique
    /// Several layouts are equally right.
    case ambiguous
    /// The required constraints contradict each other.
    case conflict
    /// The exact oracle reached its limit.
    case undecided
  }

  /// The case at the checked size.
  package let diagnosed: DiagnosedCase
  package let status: Status
  /// The rules that were judged.
  package let judgedRules: JudgedRules
  /// The findings in the order of rules, then of views.
  package let findings: [LayoutFinding]
  /// The last pass of layout.
  package let settled: SettledLayout

  package var lowered: LoweredCase { settled.lowered }
  /// The case with the plain case of the last pass.
  package var layout: DiagnosedLayout { DiagnosedLayout(diagnosed, lowered) }

  /// - Precondition: the case is well formed.
  /// - Parameters:
  ///   - diagnosed: the case to diagnose.
  ///   - comparesRecorded: whether recorded frames are those of the current device.
  ///   - reportsExpected: whether a case with an expectation gets all other findings, too.
  ///   - limit: the limit of each exact solution.
  /// - Throws: when the tool contradicts itself.
  package init(
    of diagnosed: DiagnosedCase, comparesRecorded: Bool = true, reportsExpected: Bool = false,
    limit: OracleLimit = .standard
  ) throws(InternalError) {
    let fitted = try FittedCase(diagnosed, limit: limit)
    var diagnosis = Diagnoser(fitted.diagnosed, limit: limit)
    do throws(OracleError) {
      if let conflict = fitted.conflict {
        try diagnosis.reportConflict(conflict)
      } else {
        let compares = comparesRecorded && !fitted.isResized
        if diagnosed.layoutCase.expectation == nil {
          try diagnosis.run(comparesRecorded: compares)
        } else {
          try diagnosis.runExpected(comparesRecorded: compares, reportsExpected: reportsExpected)
        }
      }
    } catch .limitReached {
      diagnosis.giveUp()
    } catch {
      throw InternalError("\(error)", on: diagnosed.layoutCase)
    }
    self.diagnosed = fitted.diagnosed
    status = diagnosis.status
    judgedRules = diagnosis.judgedRules
    settled = diagnosis.settled
    let rows = TableAnswer(of: fitted.diagnosed.layoutCase).map(Self.conflicts) ?? []
    findings = (diagnosis.findings + rows).enumerated().sorted {
      ($0.element.rule.place, $0.offset) < ($1.element.rule.place, $1.offset)
    }.map(\.element).worded(fitted.diagnosed)
  }
}

extension LayoutRule {
  /// The position of the rule in reports: the worst first.
  package var place: Int { LayoutRule.allCases.firstIndex(of: self) ?? 0 }
}

extension [LayoutFinding] {
  /// Returns the findings that others repeat: of the same rule, with the same first object.
  fileprivate func common(with others: [LayoutFinding]) -> [LayoutFinding] {
    compactMap { finding in
      let same = others.first {
        $0.rule == finding.rule && $0.key.aspect == finding.key.aspect
          && $0.key.objects.first == finding.key.objects.first
      }
      return same == nil ? nil : finding
    }
  }
}

/// A diagnosis under construction.
private struct Diagnoser {
  let diagnosed: DiagnosedCase
  let limit: OracleLimit
  let settled: SettledLayout
  var status = ScreenDiagnosis.Status.undecided
  var judgedRules = JudgedRules.all
  var findings: [LayoutFinding] = []
  /// The exact answer, once there is one.
  private var answer: ExactAnswer?

  init(_ diagnosed: DiagnosedCase, limit: OracleLimit) {
    self.diagnosed = diagnosed
    self.limit = limit
    settled = LayoutEngine.settle(diagnosed.layoutCase, within: limit)
  }

  private var lowered: LoweredCase { settled.lowered }
  private var layoutCase: LayoutCase { diagnosed.layoutCase }

  mutating func giveUp() {
    status = .undecided
    findings = [
      LayoutFinding(
        .undecided, objects: [],
        message: "diagnosing the layout takes more work than the exact oracle may do, so it is not"
          + " known whether anything is wrong with it")
    ]
  }

  mutating func run(comparesRecorded: Bool) throws(OracleError) {
    let answer = try ExactOracle.solve(lowered.system, limit: limit)
    self.answer = answer
    guard let optimum = answer.optimum else {
      status = .conflict
      let conflicts = try reportConflict(of: diagnosed, answer, in: lowered)
      if let conflicts, layoutCase.expectation == nil { try reportOpenParts(despite: conflicts) }
      return
    }
    status = optimum.isUnique ? .unique : .ambiguous
    let open = try reportAmbiguity(optimum)
    reportUnsettled()
    let placed = PlacedViews(diagnosed, layout(optimum), open: open)
    if comparesRecorded { findings += MisplacedRule(placed).findings() }
    findings += OverlapRule(placed).findings()
    findings += PlaceRules(placed).findings()
    findings += TextRules(placed).findings()
  }

  /// Returns the drawn frames: the exact ones, rounded to pixels.
  private func layout(_ optimum: ExactOptimum) -> Layout {
    lowered.layout(from: Solution(values: optimum.point.map(\.doubleValue)), rounded: true)
  }

  /// Reports a cell whose contents contradict each other at every size.
  mutating func reportConflict(_ conflict: FittedCase.Conflict) throws(OracleError) {
    status = .conflict
    _ = try reportConflict(of: conflict.diagnosed, conflict.answer, in: conflict.lowered)
  }

  private mutating func reportConflict(
    of diagnosed: DiagnosedCase, _ answer: ExactAnswer, in lowered: LoweredCase
  ) throws(OracleError) -> ScreenConflicts? {
    judgedRules = .constraints
    guard case .infeasible(let certificate) = answer.status else { return nil }
    var conflict = certificate.support
    do throws(OracleError) {
      conflict =
        try ExactOracle.conflict(in: lowered.system, answer: answer, limit: limit) ?? conflict
    } catch .limitReached {
      // The constraints of the proof contradict each other, too.
    }
    let conflicts = try ScreenConflicts(startingWith: conflict, in: lowered, limit: limit)
    for part in conflicts.parts {
      findings.append(
        try finding(
          about: part, remaining: conflicts.parts.count - 1, DiagnosedLayout(diagnosed, lowered)))
    }
    return conflicts
  }

  /// Reports the parts that are open whichever constraint of the conflicts becomes optional.
  ///
  /// Without an answer nothing is reported, and they count as not judged.
  private mutating func reportOpenParts(despite conflicts: ScreenConflicts) throws(OracleError) {
    guard let choices = OptionalChoices(conflicts, in: diagnosed) else { return }
    var open: [LayoutFinding]?
    do throws(OracleError) {
      for changed in choices.cases where open?.isEmpty != true {
        var other = Diagnoser(changed, limit: limit)
        guard let optimum = try ExactOracle.solve(other.lowered.system, limit: limit).optimum else {
          return
        }
        _ = try other.reportAmbiguity(optimum)
        // A note would hide an error of another configuration.
        let found = other.findings.filter { $0.rule.isAboutOpenParts && $0.severity == .error }
        open = open.map { $0.common(with: found) } ?? found
      }
    } catch .limitReached {
      return
    }
    judgedRules = .openParts
    findings += open ?? []
  }

  /// Returns the finding about a conflict, a note where it depends on estimated sizes.
  private func finding(
    about part: ScreenConflicts.Part, remaining: Int, _ layout: DiagnosedLayout
  ) throws(OracleError) -> LayoutFinding {
    var finding = layout.finding(ofConflict: part.members, part.fixes, remaining: remaining)
    let uncertainty = SizeUncertainty(layout.diagnosed, layout.lowered)
    do throws(OracleError) {
      if let sizes = try uncertainty.sizes(
        deciding: part.members, without: part.removedOthers, limit: limit)
      {
        finding.message = "there may be a conflict: \(finding.message)"
        if var wording = finding.wording {
          wording.title = "there may be a conflict: \(wording.title)"
          finding.wording = wording
        }
        finding.becomeNote(uncertainty.sentence(sizes))
      }
    } catch .limitReached {
      // Without an answer the conflict counts as certain.
    }
    return finding
  }

  /// Reports the ambiguity of an optimum.
  ///
  /// - Returns: the views that have several right places or sizes.
  private mutating func reportAmbiguity(_ optimum: ExactOptimum) throws(OracleError) -> Set<Int> {
    if optimum.isUnique { return [] }
    let views = layoutCase.views
    let isFilled = scrollViewsWithContent()
    var missing = try MissingConstraints(optimum, of: lowered, limit: limit) { part in
      part.view < views.count && (part.kind != .contentSize || isFilled[part.view])
    }
    // The open part may be an invisible guide.
    if missing.parts.isEmpty { status = .unique }
    let unknown = diagnosed.viewsOfUnknownSize
    missing.removeGaps(where: diagnosed.isMuted)
    if missing.removeGaps(around: unknown) { reportUnknown(unknown) }
    findings += try AmbiguityFindings(
      missing, at: optimum.point, of: lowered, diagnosed, limit: limit
    ).findings
    return Set(missing.parts.lazy.filter { $0.kind != .contentSize }.map(\.view))
  }

  /// Removes the gaps that depend on sizes which the document does not record, and reports that
  /// once.
  private mutating func reportUnknown(_ views: Set<Int>) {
    var finding = LayoutFinding(
      .input, objects: views.sorted().map { layoutCase.views[$0].id }, aspect: "size",
      message: "the document does not record the frame or natural size of"
        + " \(ShownNumber.counted(views.count, "view")):"
        + " \(views.count == 1 ? "its" : "their") ambiguities are not reported",
      location: views.min().flatMap { diagnosed.location(ofView: $0) })
    finding.severity = .note
    findings.append(finding)
  }

  /// Returns whether each scroll view has contents that constraints lay out.
  private func scrollViewsWithContent() -> [Bool] {
    var isFilled = [Bool](repeating: false, count: layoutCase.views.count)
    for view in layoutCase.views where view.hold == nil {
      if let parent = view.parent { isFilled[parent] = true }
    }
    return isFilled
  }

  private mutating func reportUnsettled() {
    guard !settled.isSettled else { return }
    let views = settled.unsettledViews
    let names = views.prefix(3).map { diagnosed.name(ofView: $0) }.joined(separator: ", ")
    findings.append(
      LayoutFinding(
        .unsettled, objects: views.map { layoutCase.views[$0].id },
        message: "layout does not settle in \(settled.passes) passes: \(names)",
        location: views.first.flatMap { diagnosed.location(ofView: $0) }))
  }

  /// Runs a case with an expectation: its answer is compared with that.
  mutating func runExpected(
    comparesRecorded: Bool, reportsExpected: Bool
  ) throws(OracleError) {
    do throws(OracleError) {
      try run(comparesRecorded: comparesRecorded)
    } catch {
      guard case .limitReached = error, answer != nil else { throw error }
    }
    try compareExpectation(reportsExpected: reportsExpected)
  }

  /// Compares a case with its expectation only, and reports that there are further findings.
  private mutating func compareExpectation(reportsExpected: Bool) throws(OracleError) {
    guard let answer else { return }
    var views: [Int] = []
    if let optimum = answer.optimum {
      status = optimum.isUnique ? .unique : .ambiguous
      for entry in try AmbiguousViews.find(optimum, of: lowered, limit: limit)
      where views.last != entry.view { views.append(entry.view) }
    }
    var unmet = try ExpectationCheck.failures(
      of: lowered, answer: answer, ambiguousViews: views)
    unmet += TableAnswer(of: layoutCase)?.failures ?? []
    let failures = unmet.enumerated().map {
      LayoutFinding(.expectation, objects: [], aspect: "\($0)", message: $1)
    }
    if reportsExpected {
      findings += failures
      return
    }
    let silenced = findings.filter { !expects($0.rule) }
    findings = failures
    if !silenced.isEmpty { report(silenced: silenced) }
  }

  /// Whether the expected status of the case states the problem of the rule.
  private func expects(_ rule: LayoutRule) -> Bool {
    switch rule {
    case .conflict: return layoutCase.expectation?.status == .conflict
    case .ambiguous, .scrollContentSize, .priorityTie:
      return layoutCase.expectation?.status == .ambiguous
    default: return false
    }
  }

  private mutating func report(silenced: [LayoutFinding]) {
    var rules: [String] = []
    for finding in silenced where !rules.contains(finding.rule.id) { rules.append(finding.rule.id) }
    let count = ShownNumber.counted(silenced.count, "finding")
    var finding = LayoutFinding(
      .expectation, objects: [], aspect: "silenced",
      message: "the case says what is expected of it, so \(count) about it"
        + " \(ShownNumber.form(ofVerb: "is", for: silenced.count)) not reported: \(rules.joined(separator: ", "))"
    )
    finding.severity = .note
    findings.append(finding)
  }
}
