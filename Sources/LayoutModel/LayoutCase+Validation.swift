// SPDX-License-Identifier: MIT

extension LayoutCase {
  /// Returns all reasons why the case is not well formed; empty when it is.
  ///
  /// A well-formed case can be lowered, encoded and solved without further checks. Never traps,
  /// whatever the indices in the case are.
  ///
  /// - Complexity: O(views + guides + constraints + rows).
  package func validate() -> [ValidationError] {
    // The closure does not capture the case, since each check would copy it then.
    var found: [(subject: ValidationError.Subject, problem: ValidationError.Problem)] = []
    func report(_ subject: ValidationError.Subject, _ problem: ValidationError.Problem) {
      found.append((subject, problem))
    }
    checkEnvironment(report)
    checkTree(report)
    checkIDs(report)
    for index in views.indices { checkNumbers(ofView: index, report) }
    for index in guides.indices { checkGuide(index, report) }
    for index in constraints.indices { checkConstraint(index, report) }
    checkTable(report)
    checkExpectation(report)
    return found.map { ValidationError($0.subject, $0.problem, in: self) }
  }

  /// Whether `validate()` finds nothing.
  package var isValid: Bool { validate().isEmpty }

  typealias Report = (ValidationError.Subject, ValidationError.Problem) -> Void

  private func checkEnvironment(_ report: Report) {
    let size = environment.size
    if size.width.isNegative || size.height.isNegative {
      report(.environment, .negative(field: "size"))
    }
    if size.width.isTooLarge || size.height.isTooLarge {
      report(.environment, .tooLarge(field: "size"))
    }
    if environment.safeArea.isTooLarge { report(.environment, .tooLarge(field: "safeArea")) }
    if environment.readableWidth.isTooLarge {
      report(.environment, .tooLarge(field: "readableWidth"))
    }
    if environment.readableWidth.isNegative {
      report(.environment, .negative(field: "readableWidth"))
    }
    if !(1...3).contains(environment.scale) {
      report(.environment, .scaleOutOfRange(environment.scale))
    }
  }

  private func checkTree(_ report: Report) {
    guard let root = views.first else {
      report(.view(0), .noViews)
      return
    }
    if root.parent != nil { report(.view(0), .rootHasParent) }
    if root.hold != nil { report(.view(0), .holdOnRoot) }
    // The views from the root down to the one before: the only possible parents of the next.
    var path = [0]
    for index in views.indices.dropFirst() {
      guard let parent = views[index].parent else {
        report(.view(index), .secondRoot)
        continue
      }
      guard (0..<index).contains(parent) else {
        report(.view(index), .parentOutOfRange(parent))
        continue
      }
      while let last = path.last, last > parent { path.removeLast() }
      if path.last != parent { report(.view(index), .notPreorder) }
      path.append(index)
    }
  }

  private func checkIDs(_ report: Report) {
    var items = IDSet(capacity: views.count + guides.count)
    var rows = IDSet(capacity: constraints.count)
    func check(_ id: String, _ seen: inout IDSet, _ subject: ValidationError.Subject) {
      if id.isEmpty { report(subject, .emptyID) }
      if !seen.insert(id) { report(subject, .duplicateID(id)) }
    }
    for index in views.indices { check(views[index].id, &items, .view(index)) }
    for index in guides.indices { check(guides[index].id, &items, .guide(index)) }
    for index in constraints.indices { check(constraints[index].id, &rows, .constraint(index)) }
  }

  private func checkNumbers(ofView index: Int, _ report: Report) {
    // Fields are read in place: a view is too large to be copied for them.
    checkIntrinsicSize(views[index].intrinsicWidth, ofView: index, report)
    checkIntrinsicSize(views[index].intrinsicHeight, ofView: index, report)
    if views[index].margins.isTooLarge { report(.view(index), .tooLarge(field: "margins")) }
    if views[index].alignmentInsets.isTooLarge {
      report(.view(index), .tooLarge(field: "alignmentInsets"))
    }
    if views[index].firstBaselineOffset?.isTooLarge == true {
      report(.view(index), .tooLarge(field: "firstBaseline"))
    }
    if views[index].lastBaselineOffset?.isTooLarge == true {
      report(.view(index), .tooLarge(field: "lastBaseline"))
    }
    if views[index].customSpacing?.isTooLarge == true {
      report(.view(index), .tooLarge(field: "customSpacing"))
    }
    if views[index].rareParts != nil { checkRareParts(ofView: index, report) }
  }

  private func checkIntrinsicSize(_ size: LayoutNumber?, ofView index: Int, _ report: Report) {
    guard let size else { return }
    if size.isNegative { report(.view(index), .negative(field: "intrinsicSize")) }
    if size.isTooLarge { report(.view(index), .tooLarge(field: "intrinsicSize")) }
  }

  private func checkRareParts(ofView index: Int, _ report: Report) {
    let view = views[index]
    if let hold = view.hold {
      let size = hold.superviewSize ?? .zero
      if hold.frame.isTooLarge || size.isTooLarge {
        report(.view(index), .tooLarge(field: "hold"))
      }
      if hold.followsSuperview, hold.superviewSize == nil {
        report(.view(index), .holdWithoutSuperviewSize)
      }
    }
    if view.stack?.spacing.isTooLarge == true { report(.view(index), .tooLarge(field: "stack")) }
    if let flow = view.flow { checkFlow(flow, ofView: index, report) }
    if view.recordedFrame?.isTooLarge == true {
      report(.view(index), .tooLarge(field: "recordedFrame"))
    }
    if let text = view.text { checkText(text, ofView: index, report) }
  }

  private func checkFlow(_ flow: FlowGrid, ofView index: Int, _ report: Report) {
    if flow.lengths.contains(where: \.isTooLarge) || flow.insets.isTooLarge {
      report(.view(index), .tooLarge(field: "flow"))
    }
    let view = views[index]
    if view.kind != .collectionView || view.stack != nil { report(.view(index), .misplacedFlow) }
    if flow.lengths.contains(where: \.isNegative) {
      report(.view(index), .negative(field: "flow"))
    }
  }

  private func checkText(_ text: TextContent, ofView index: Int, _ report: Report) {
    let subject = ValidationError.Subject.view(index)
    if views[index].intrinsicWidth != nil || views[index].intrinsicHeight != nil {
      report(subject, .textWithIntrinsicSize)
    }
    if text.lineLimit < 0 { report(subject, .lineLimitOutOfRange(text.lineLimit)) }
    let size = text.font.pointSize
    if size.isNegative || size.isZero { report(subject, .fontSizeNotPositive) }
    if let scale = text.minimumScale,
      scale.isNegative || scale.isZero || LayoutNumber(1).isLess(than: scale)
    {
      report(subject, .minimumScaleOutOfRange)
    }
    let sizes = text.measured.map(\.size)
    let widths = text.measured.compactMap(\.maxWidth) + (text.preferredWidth.map { [$0] } ?? [])
    if size.isTooLarge || text.padding.isTooLarge || sizes.contains(where: \.isTooLarge)
      || widths.contains(where: \.isTooLarge)
    {
      report(subject, .tooLarge(field: "text"))
    }
    if sizes.contains(where: { $0.width.isNegative || $0.height.isNegative })
      || widths.contains(where: \.isNegative)
    {
      report(subject, .negative(field: "text"))
    }
  }

  private func checkGuide(_ index: Int, _ report: Report) {
    let guide = guides[index]
    guard views.indices.contains(guide.owner) else {
      report(.guide(index), .ownerOutOfRange(guide.owner))
      return
    }
    switch guide.kind {
    case .free, .area: break
    case .inset(let insets):
      if insets.isTooLarge { report(.guide(index), .tooLarge(field: "inset")) }
    case .topStrip(let height): checkStrip(height, "topStrip", index, report)
    case .bottomStrip(let height): checkStrip(height, "bottomStrip", index, report)
    case .scrollContent, .scrollFrame:
      if views[guide.owner].kind != .scrollView {
        report(.guide(index), .scrollGuideOnOtherView)
      }
    }
  }

  private func checkStrip(
    _ height: LayoutNumber, _ field: String, _ index: Int, _ report: Report
  ) {
    if height.isNegative { report(.guide(index), .negative(field: field)) }
    if height.isTooLarge { report(.guide(index), .tooLarge(field: field)) }
  }

  private func checkConstraint(_ index: Int, _ report: Report) {
    // Fields are read in place here, too.
    let subject = ValidationError.Subject.constraint(index)
    if let problem = anchorProblem(constraints[index].first) { report(subject, problem) }
    if let second = constraints[index].second, let problem = anchorProblem(second) {
      report(subject, problem)
    }
    if let problem = constraints[index].pairProblem { report(subject, problem) }
    if constraints[index].multiplier.isTooLarge { report(subject, .tooLarge(field: "multiplier")) }
    if constraints[index].constant.isTooLarge { report(subject, .tooLarge(field: "constant")) }
  }

  private func anchorProblem(_ anchor: Anchor) -> ValidationError.Problem? {
    switch anchor.item {
    case .view(let index):
      return views.indices.contains(index) ? nil : .itemOutOfRange(anchor.item)
    case .guide(let index):
      if !guides.indices.contains(index) { return .itemOutOfRange(anchor.item) }
      if anchor.attribute.isMargin || anchor.attribute.isBaseline {
        return .attributeNotOnGuide(anchor.attribute)
      }
      return nil
    }
  }

  private func checkExpectation(_ report: Report) {
    guard let expectation else { return }
    func check(_ listed: [Int]) {
      var seen = Set<Int>()
      for view in listed {
        if !views.indices.contains(view) {
          report(.expectation, .expectedViewOutOfRange(view))
        } else if !seen.insert(view).inserted {
          report(.expectation, .expectedViewTwice(view))
        }
      }
    }
    check(expectation.frames.map(\.view))
    check(expectation.contentSizes.map(\.view))
    check(expectation.ambiguousViews)
    for size in expectation.contentSizes
    where views.indices.contains(size.view) && views[size.view].kind != .scrollView {
      report(.expectation, .expectedContentSizeOfOtherView(size.view))
    }
    if !expectation.ambiguousViews.isStrictlyIncreasing {
      report(.expectation, .notSorted(field: "ambiguous"))
    }
    if !expectation.conflict.isStrictlyIncreasing {
      report(.expectation, .notSorted(field: "conflict"))
    }
    let rowCount = table?.rows.count ?? 0
    if !expectation.rowHeights.isEmpty, expectation.rowHeights.count != rowCount {
      report(.expectation, .rowHeightCount(expectation.rowHeights.count, rows: rowCount))
    }
  }
}

extension LayoutConstraint {
  /// The reason why the two attributes cannot be related, by the rules of Auto Layout; nil when
  /// they can.
  package var pairProblem: ValidationError.Problem? {
    let attribute = first.attribute
    guard let second else {
      return attribute.kind == .dimension ? nil : .locationWithoutSecond(attribute)
    }
    if attribute.kind != second.attribute.kind {
      return .differentKinds(attribute, second.attribute)
    }
    if let one = attribute.followsDirection, let other = second.attribute.followsDirection,
      one != other
    {
      return .mixedDirections(attribute, second.attribute)
    }
    if attribute.kind != .dimension, multiplier.isZero { return .locationTimesZero(attribute) }
    return nil
  }
}

extension Array where Element: Comparable {
  var isStrictlyIncreasing: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

extension LayoutInsets {
  fileprivate var isTooLarge: Bool {
    top.isTooLarge || left.isTooLarge || bottom.isTooLarge || right.isTooLarge
  }
}

extension LayoutSize {
  fileprivate var isTooLarge: Bool { width.isTooLarge || height.isTooLarge }
}

extension LayoutRect {
  fileprivate var isTooLarge: Bool {
    x.isTooLarge || y.isTooLarge || width.isTooLarge || height.isTooLarge
  }
}
