// SPDX-License-Identifier: MIT

import Display
import ExactNumerics
import LinearModel
import Lowering
import Oracles

/// The findings about the open parts of a layout.
struct AmbiguityFindings {
  private let diagnosed: DiagnosedCase
  private let lowered: LoweredCase
  private let point: [Rational]
  private let limit: OracleLimit
  private var ties: PriorityTies
  private let uncertainty: SizeUncertainty
  private(set) var findings: [LayoutFinding] = []
  /// The number of each view that needs constraints.
  private var openViews: [Int: Int] = [:]
  /// The missing constraints, the parts that follow them and the first gap of each view, by number.
  private var needs: [[String]] = []
  private var followers: [[Int]] = []
  private var witnesses: [MissingConstraints.Gap] = []
  /// The constraints that compete for parts of each view, with the name of the part, by number.
  private var competitions: [[(part: String, constraints: CompetingConstraints)]] = []

  /// The largest number of views and frames that one finding names.
  private static let named = 3

  /// - Throws: `OracleError`.
  init(
    _ missing: MissingConstraints, at point: [Rational], of lowered: LoweredCase,
    _ diagnosed: DiagnosedCase, limit: OracleLimit
  ) throws(OracleError) {
    self.diagnosed = diagnosed
    self.lowered = lowered
    self.point = point
    self.limit = limit
    uncertainty = SizeUncertainty(diagnosed, lowered)
    ties = try PriorityTies(
      in: lowered, point: point, others: missing.layouts, limit: limit)
    var reported: Set<Int> = []
    for gap in missing.gaps {
      if let number = ties.tie(around: [gap.part] + gap.followers) {
        guard reported.insert(number).inserted else { continue }
        let tie = ties.ties[number]
        try add(tie: tie.members, strength: tie.strength, gap)
      } else {
        try add(gap)
      }
    }
    try reportNeeds()
    add(rest: missing.rest)
  }

  private mutating func add(_ gap: MissingConstraints.Gap) throws(OracleError) {
    let part = gap.part
    let name = diagnosed.name(ofView: part.view)
    let own = gap.followers.filter { $0.view == part.view && $0.kind != .contentSize }
    let others = views(gap.followers).filter { $0 != part.view }
    var details = frames([part.view] + others, gap.witness)
    if part.kind == .contentSize {
      let edges = part.axis == .horizontal ? "leading to its trailing" : "top to its bottom"
      details.insert(
        "constraints must lead from its \(edges) edge without a gap: a view inside lacks one", at: 0
      )
      findings.append(
        LayoutFinding(
          .scrollContentSize, objects: ids([part.view] + others), aspect: part.axis.sizeName,
          message: "the \(part.name) of \(name) is open" + following(others), details: details,
          location: diagnosed.location(ofView: part.view)))
      return
    }
    // A place and a size that settle each other: a constraint for either is enough.
    var need = part.name
    for other in own where other.axis == part.axis { need += " or \(other.name)" }
    let across = own.filter { $0.axis != part.axis }.map(\.name)
    if !across.isEmpty { need += ", which settles its \(across.joined(separator: " and ")), too" }
    let number = openViews[part.view] ?? needs.count
    if number == needs.count {
      openViews[part.view] = number
      needs.append([])
      followers.append([])
      witnesses.append(gap)
      competitions.append([])
    }
    followers[number] = Set(followers[number]).union(others).sorted()
    if let competing = try competing(for: gap) {
      competitions[number].append((part.name, competing))
    } else {
      needs[number].append(need)
    }
  }

  /// Returns the constraints that compete for the part of a gap; nil when one is missing.
  private func competing(
    for gap: MissingConstraints.Gap
  ) throws(OracleError) -> CompetingConstraints? {
    do throws(OracleError) {
      return try CompetingConstraints(for: gap, in: lowered, at: point, limit: limit)
    } catch .limitReached {
      return nil
    }
  }

  /// Adds one finding for each view that needs constraints, or for which some compete.
  private mutating func reportNeeds() throws(OracleError) {
    for (number, gap) in witnesses.enumerated() {
      let view = gap.part.view
      let sizes = try uncertain(gap)
      let aspects = needs[number] + competitions[number].map(\.part)
      var finding = LayoutFinding(
        .ambiguous, objects: ids([view] + followers[number]),
        aspect: aspects.joined(separator: ", "),
        message: openness(number, isCertain: sizes == nil, diagnosed.name(ofView:)),
        details: frames([view] + followers[number], gap.witness),
        location: diagnosed.location(ofView: view))
      describeCompetition(number, isCertain: sizes == nil, in: &finding)
      if let sizes { finding.becomeNote(uncertainty.sentence(sizes)) }
      findings.append(finding)
    }
  }

  /// Returns the state of a view: the constraints that it needs, and those that compete for it.
  private func openness(_ number: Int, isCertain: Bool, _ name: @escaping (Int) -> String) -> String
  {
    let subject = name(witnesses[number].part.view)
    let needs = needs[number]
    var text = ""
    if let last = needs.last {
      let what =
        needs.count == 1
        ? "a constraint for its \(last)"
        : "constraints for its " + needs.dropLast().joined(separator: ", ") + " and \(last)"
      text = "\(subject) \(isCertain ? "needs" : "may need") \(what)"
    }
    for (part, competing) in competitions[number] {
      let ids = competing.rows.map { competitor($0, name) }
      let shown =
        ids.count > 2
        ? "\(ids[0]), \(ids[1]) and \(ids.count - 2) more" : ids.joined(separator: " and ")
      text += text.isEmpty ? "the \(part) of \(subject)" : "; its \(part)"
      text +=
        " \(isCertain ? "is" : "may be") open: \(shown) compete with equal priority"
        + " \(competing.priority)"
    }
    return text + following(followers[number], name)
  }

  /// Returns the id of a constraint, or the words for a content priority.
  private func competitor(_ row: Int, _ name: (Int) -> String) -> String {
    switch lowered.origins[row] {
    case .constraint(let index): return lowered.layoutCase.constraints[index].id
    case .hugging(let view, _): return "the hugging of \(name(view))"
    case .compressionResistance(let view, _): return "the compression resistance of \(name(view))"
    case .root, .nonNegativeSize, .nonNegativeContent, .hold: return "the system"
    }
  }

  /// Adds the competing constraints, and a verified change that decides, to a finding.
  private func describeCompetition(
    _ number: Int, isCertain: Bool, in finding: inout LayoutFinding
  ) {
    let competitions = competitions[number]
    guard !competitions.isEmpty else { return }
    let layout = DiagnosedLayout(diagnosed, lowered)
    let gap = witnesses[number]
    var wording = FindingWording(
      title: openness(number, isCertain: isCertain, diagnosed.phrase(ofView:)))
    var details: [String] = []
    for (part, competing) in competitions {
      let origins = competing.rows.prefix(Self.named).map { lowered.origins[$0] }
      details += origins.map(layout.line)
      wording.facts += origins.map { layout.fact($0) }
      let id = competitor(competing.decider, diagnosed.name(ofView:))
      details.append(
        "lowering \(id) to priority \(competing.lowerPriority) decides the \(part), as solving again"
          + " shows")
      if case .constraint(let index) = lowered.origins[competing.decider] {
        wording.fixes.append(
          "\(layout.place(ofConstraint: index)): lower to priority \(competing.lowerPriority)")
      }
    }
    finding.details = details + finding.details
    wording.facts += frames(
      [gap.part.view] + followers[number], gap.witness, diagnosed.phrase(ofView:)
    ).map { .init($0) }
    // A change that decides one of several open parts leaves the finding.
    if needs[number].count + competitions.count > 1 { wording.fixes = [] }
    finding.wording = wording
  }

  /// Returns the estimated sizes without which a gap may not exist; nil for a certain one.
  private func uncertain(
    _ gap: MissingConstraints.Gap
  ) throws(OracleError) -> [SizeUncertainty.Size]? {
    do throws(OracleError) {
      return try uncertainty.sizes(deciding: gap, at: point, limit: limit)
    } catch .limitReached {
      return nil
    }
  }

  private mutating func add(
    tie members: [PriorityTies.Member], strength: Strength, _ gap: MissingConstraints.Gap
  ) throws(OracleError) {
    var tied: [Int] = []
    for member in members where !tied.contains(member.view) { tied.append(member.view) }
    let priority = Int(exactly: strength.value).map(String.init) ?? "\(strength.value)"
    let isHugging = members.allSatisfy(\.isHugging)
    let axis = gap.part.axis
    let what =
      isHugging
      ? "hug their \(axis.sizeName)" : "resist being compressed below their \(axis.sizeName)"
    var details = frames(tied, gap.witness)
    let decider: PriorityTies.Member?
    do throws(OracleError) {
      decider = try PriorityTies.decider(
        of: members, strength: strength, views: diagnosed.layoutCase.views, in: lowered,
        limit: limit)
    } catch .limitReached {
      decider = nil
    }
    let resisted =
      isHugging
      ? "all hug their \(axis.sizeName)" : "all resist compression below their \(axis.sizeName)"
    let sizes = uncertainty.sizes(deciding: members, at: point)
    let may = sizes == nil ? "" : "may "
    var wording = FindingWording(
      title: "\(names(tied, diagnosed.phrase(ofView:))) \(may)compete for \(axis.sizeName)",
      facts: [.init("\(resisted) with priority \(priority)")])
    if let decider {
      let kind = decider.isHugging ? "hugging" : "compression resistance"
      let direction = decider.axis == .horizontal ? "horizontal" : "vertical"
      details.append(
        "raising the \(direction) \(kind) priority of \(diagnosed.name(ofView: decider.view))"
          + " by 1 decides it, as solving again shows")
      wording.fixes = [
        "raise \(direction) \(kind) of \(diagnosed.phrase(ofView: decider.view)) by 1"
      ]
    }
    wording.facts += frames(tied, gap.witness, diagnosed.phrase(ofView:)).map { .init($0) }
    var finding = LayoutFinding(
      .priorityTie, objects: ids(tied), aspect: axis.sizeName,
      message: "\(names(tied)) \(what) with equal priority \(priority), and not all of them can",
      details: details, location: tied.first.flatMap { diagnosed.location(ofView: $0) })
    finding.wording = wording
    // It is not visible which of some emptied texts is stretched.
    if isHugging, tied.allSatisfy(isEmptied) { finding.severity = .note }
    if let sizes {
      finding.message = "\(names(tied)) may compete: they \(what) with equal priority \(priority)"
      finding.becomeNote(uncertainty.sentence(sizes))
    }
    findings.append(finding)
  }

  /// Whether the check has taken the text of a view away.
  private func isEmptied(_ view: Int) -> Bool {
    diagnosed.layoutCase.views[view].text?.string.isEmpty == true
      && diagnosed.ownTexts[view]?.isEmpty == false
  }

  /// Adds one finding for all parts that were not examined one by one.
  private mutating func add(rest: [FramePart]) {
    let open = views(rest)
    guard let first = open.first else { return }
    var finding = LayoutFinding(
      .ambiguous, objects: ids(open), aspect: "rest",
      message: "\(open.count) more views have several right places or sizes: \(names(open))",
      location: diagnosed.location(ofView: first))
    // The parts that were examined are the first ones of the same screen.
    if !findings.isEmpty, findings.allSatisfy({ $0.severity == .note }) {
      finding.message =
        "\(open.count) more views may have several right places or sizes: \(names(open))"
      finding.becomeNote("this depends on the estimated sizes that the notes above name")
    }
    findings.append(finding)
  }

  // MARK: - Words

  private func following(_ others: [Int], _ name: ((Int) -> String)? = nil) -> String {
    if others.isEmpty { return "" }
    return "; \(names(others, name)) \(ShownNumber.form(ofVerb: "follows", for: others.count)) it"
  }

  private func names(_ views: [Int], _ name: ((Int) -> String)? = nil) -> String {
    let shown = views.prefix(Self.named).map(name ?? diagnosed.name(ofView:))
    if views.count > shown.count {
      return shown.joined(separator: ", ") + " and \(views.count - shown.count) more"
    }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and \(last)"
  }

  private func views(_ parts: [FramePart]) -> [Int] {
    Set(parts.map(\.view)).sorted()
  }

  private func ids(_ views: [Int]) -> [String] { views.map { diagnosed.layoutCase.views[$0].id } }

  /// Returns the frames of some views in two right layouts, one line each.
  private func frames(
    _ views: [Int], _ witness: [Rational], _ name: ((Int) -> String)? = nil
  ) -> [String] {
    views.prefix(Self.named).compactMap { view in
      let name = (name ?? diagnosed.constraintName(ofView:))(view)
      if let texts = FrameText.difference(
        Layout.Frame(lowered.exactFrame(of: view, at: point)),
        Layout.Frame(lowered.exactFrame(of: view, at: witness)))
      {
        return "\(name): may be \(texts.one) or \(texts.other)"
      }
      // A view may be open by less than the text shows.
      guard let one = lowered.exactContentSize(of: view, at: point),
        let other = lowered.exactContentSize(of: view, at: witness)
      else { return nil }
      return "\(name): the content may be \(FrameText.text(one)) pt or \(FrameText.text(other)) pt"
    }
  }
}
