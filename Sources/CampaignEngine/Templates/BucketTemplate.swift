// SPDX-License-Identifier: MIT

import LayoutModel

/// What stands for a bucket: the templates of its minimized cases, generalised where that can be told from cases that
/// pass.
package struct BucketTemplate: Sendable, Hashable {
  /// Where fewer passing cases are known, nothing is generalised: too few speak against it.
  package static let passingMin = 100

  /// One where the cases were generalised, else one for each of them, with all its numbers.
  package let templates: [CaseTemplate]
  package let isGeneralised: Bool

  /// A minimized case, with the numbers in it that do not matter.
  package struct Member: Sendable, Hashable {
    package let layoutCase: LayoutCase
    package let indifferent: [String]

    package init(_ layoutCase: LayoutCase, indifferent: [String]) {
      self.layoutCase = layoutCase
      self.indifferent = indifferent
    }
  }

  /// - Parameters:
  ///   - members: the minimized cases of one bucket, in order; at least one.
  ///   - passing: cases on which nothing is wrong.
  /// - Complexity: a search for each member and each passing case.
  package init(_ members: [Member], passing: [LayoutCase]) {
    precondition(!members.isEmpty, "a bucket has a case")
    if passing.count >= Self.passingMin, let common = Self.common(members),
      !passing.contains(where: common.matches)
    {
      (templates, isGeneralised) = ([common], true)
      return
    }
    var exact: [CaseTemplate] = []
    for template in members.map({ CaseTemplate($0.layoutCase) }) where !exact.contains(template) {
      exact.append(template)
    }
    (templates, isGeneralised) = (exact, false)
  }

  /// What all members have in common; nil when one of them lacks a constraint of the first.
  package static func common(_ members: [Member]) -> CaseTemplate? {
    var common = CaseTemplate(members[0].layoutCase, indifferent: members[0].indifferent)
    for member in members.dropFirst() {
      guard let wider = common.generalised(by: member.layoutCase) else { return nil }
      common = wider
    }
    return common
  }

  package func matches(_ layoutCase: LayoutCase) -> Bool {
    templates.contains { $0.matches(layoutCase) }
  }
}
