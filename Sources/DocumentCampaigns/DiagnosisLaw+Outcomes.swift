// SPDX-License-Identifier: MIT

import Diagnosis
import Laws
import LayoutModel

extension DiagnosisLaw {
  // MARK: - The case of a screen

  func fixOutcome(
    _ screens: DiagnosedScreens, _ diagnose: DiagnosedScreens.Diagnose
  ) throws(InternalError) -> Outcome {
    var result = Outcome.notApplicable
    for screen in screens.screens {
      for finding in screen.diagnosis.findings where finding.rule == .conflict {
        guard let id = finding.optionalConstraints.first else { continue }
        var changed = screen.diagnosis.diagnosed
        let places = changed.layoutCase.constraints.indices.filter {
          changed.layoutCase.constraints[$0].id == id
        }
        guard places.count == 1 else { continue }
        changed.layoutCase.constraints[places[0]].priority = 999
        let fixed = try diagnose(changed)
        if fixed.status == .undecided { continue }
        if fixed.status == .conflict, fixed.findings.contains(where: { $0.key == finding.key }) {
          return .broken(
            "\(id) at priority 999 leaves the conflict that it is named to fix", .conflict)
        }
        result = .holds
      }
    }
    return result
  }

  func mirrorOutcome(
    _ screens: DiagnosedScreens, _ diagnose: DiagnosedScreens.Diagnose
  ) throws(InternalError) -> Outcome {
    var result = Outcome.notApplicable
    for screen in screens.screens {
      let plain = screen.diagnosis.lowered.layoutCase
      guard let mirrored = plain.mirrored() else { continue }
      let (first, second) = (
        try diagnose(DiagnosedCase(plain)),
        try diagnose(DiagnosedCase(mirrored))
      )
      if first.status == .undecided || second.status == .undecided { continue }
      let name = screen.scope.name
      guard first.status == second.status else {
        return .broken(
          "\(name) is \(first.status.rawValue), and \(second.status.rawValue) in a mirror", nil)
      }
      result = .holds
    }
    return result
  }

  // MARK: - The document

  func otherScreensOutcome(
    _ document: DocumentMarkup, _ screens: DiagnosedScreens,
    _ diagnose: DiagnosedScreens.Diagnose
  ) throws(InternalError) -> Outcome {
    let scenes = document.elements.indices.filter { document.elements[$0].tag == "scene" }
    guard scenes.count > 1, let scene = scenes.last(where: document.isIsolated) else {
      return .notApplicable
    }
    return try outcome(without: scene, of: document, screens, diagnose)
  }

  func otherViewsOutcome(
    _ document: DocumentMarkup, _ screens: DiagnosedScreens,
    _ diagnose: DiagnosedScreens.Diagnose
  ) throws(InternalError) -> Outcome {
    let views = document.elements.indices.filter(document.isFreeView)
    // Whether a view is isolated takes a look at the whole document.
    let tried = views.dropFirst(views.count / 2).prefix(Self.viewsTried)
    guard let view = tried.first(where: document.isIsolated) else { return .notApplicable }
    return try outcome(without: view, of: document, screens, diagnose)
  }

  private static let viewsTried = 8

  /// Compares the findings about all that is left.
  private func outcome(
    without index: Int, of document: DocumentMarkup, _ screens: DiagnosedScreens,
    _ diagnose: DiagnosedScreens.Diagnose
  ) throws(InternalError) -> Outcome {
    var changed = document
    changed.remove(subtreeAt: index)
    let removed = document.ids(inSubtreeAt: index)
    // A view with contents is judged otherwise than one without.
    let touched = removed.union(document.idsAround(index))
    guard document.hasUniqueIDs, let before = screens.byID,
      let after = try DiagnosedScreens(of: changed.bytes, by: diagnose).byID
    else { return .notApplicable }
    let known = Set(document.elements.compactMap { $0["id"] })
    // An empty superview with contents is one finding, and its views then are no others. Whether it
    // has contents depends on the view that is removed.
    let beside = document.idsBeside(index)
    func isCompared(_ key: LayoutFinding.Key) -> Bool {
      touched.isDisjoint(with: key.objects) && known.isSuperset(of: key.objects)
        && (key.rule != .outsideParent || beside.isDisjoint(with: key.objects))
    }
    for (id, screen) in before.sorted(by: { $0.key < $1.key }) where !removed.contains(id) {
      // A root without contents is not laid out.
      guard let other = after[id] else { continue }
      let (first, second) = (screen.diagnosis, other.diagnosis)
      if first.status == .undecided || second.status == .undecided { continue }
      // Others of a screen that contradicts itself are not reported.
      if first.status == .conflict, second.status != .conflict { continue }
      // Conflicts that one change ends are one finding, unless the screen has yet another conflict.
      // What is free without them depends on it.
      if first.conflictCount(without: touched) != second.conflictCount(without: touched) {
        continue
      }
      let kept = first.comparableKeys.filter(isCompared)
      let difference = kept.symmetricDifference(second.comparableKeys.filter(isCompared))
      if let key = difference.min(by: { "\($0)" < "\($1)" }) {
        let objects = key.objects.joined(separator: ", ")
        return .broken(
          "without \(document.elements[index]["id"] ?? "a view"), '\(key.rule.id)' about \(objects) "
            + (kept.contains(key) ? "disappears" : "appears"), key.rule)
      }
    }
    return .holds
  }
}

extension DocumentMarkup {
  /// Whether no two elements have the same id.
  fileprivate var hasUniqueIDs: Bool {
    var known: Set<String> = []
    return elements.allSatisfy { $0["id"].map { known.insert($0).inserted } ?? true }
  }

  /// Whether nothing outside of an element refers to anything inside, and the other way around.
  fileprivate func isIsolated(_ index: Int) -> Bool {
    let range = subtree(at: index)
    let inside = ids(inSubtreeAt: index)
    let outside = Set(
      (elements[..<range.lowerBound] + elements[range.upperBound...]).compactMap { $0["id"] })
    for (place, element) in elements.enumerated() {
      let others = range.contains(place) ? outside : inside
      for attribute in element.attributes where attribute.name != "id" {
        if others.contains(attribute.value) { return false }
      }
    }
    return true
  }

  /// Whether an element is a view that its superview leaves to constraints.
  fileprivate func isFreeView(_ index: Int) -> Bool {
    // A changed document can have other elements there; only views have ids.
    guard elements[index]["id"] != nil, let list = parent(of: index),
      elements[list].tag == "subviews", let superview = parent(of: list)
    else { return false }
    return ["view", "imageView", "button"].contains(elements[superview].tag)
  }
}
