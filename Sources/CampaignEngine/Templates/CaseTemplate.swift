// SPDX-License-Identifier: MIT

import LayoutModel

/// What a failing case must have to belong to a bucket: the constraints of minimized cases of it, between views that
/// have what theirs have, with any number where these differ.
///
/// A template speaks of no names. A larger case matches it when it has the same constraints somewhere among its own.
package struct CaseTemplate: Sendable, Hashable {
  /// Something said about a view, a guide or the environment, as a case file says it.
  package struct Fact: Sendable, Hashable {
    /// Where it stands, as `intrinsicSize.0`.
    package let name: String
    /// The text of the value; nil for any.
    package internal(set) var value: String?
  }

  /// A view, or a guide.
  package struct Part: Sendable, Hashable {
    package let isGuide: Bool
    /// The view that this one lies in, directly or not, or the owner of the guide; nil for the root.
    package let parent: Int?
    package internal(set) var facts: [Fact]
  }

  /// A side of a constraint.
  package struct Side: Sendable, Hashable {
    package let part: Int
    package let attribute: Attribute
  }

  /// A constraint.
  package struct Line: Sendable, Hashable {
    package let first: Side
    package let relation: LayoutConstraint.Relation
    package let second: Side?
    /// 0 for a required one, else the rank among the optional priorities of the lines, from 1 for the highest.
    package let rank: Int
    /// Nil for any.
    package internal(set) var multiplier: LayoutNumber?
    /// Nil for any.
    package internal(set) var constant: LayoutNumber?
  }

  package internal(set) var environment: [Fact]
  /// Views, then guides.
  package let parts: [Part]
  package let lines: [Line]
}

extension CaseTemplate {
  /// The template that stands for one case.
  ///
  /// - Parameters:
  ///   - layoutCase: well formed.
  ///   - indifferent: the numbers in it that do not matter, as `FindingRecord` names them.
  package init(_ layoutCase: LayoutCase, indifferent: [String] = []) {
    let facts = CaseFacts(layoutCase)
    let places = Set(indifferent)
    let views = layoutCase.views
    environment = facts.environment.map { fact in
      let isAny =
        fact.name == "size.0" && places.contains("the width of the root")
        || fact.name == "size.1" && places.contains("the height of the root")
      return isAny ? Fact(name: fact.name, value: nil) : fact
    }
    parts =
      views.indices.map { index in
        Part(
          isGuide: false, parent: views[index].parent,
          facts: facts.views[index].map { fact in
            let isAny =
              fact.name == "intrinsicSize.0"
              && places.contains("the natural width of \(views[index].id)")
              || fact.name == "intrinsicSize.1"
                && places.contains("the natural height of \(views[index].id)")
            return isAny ? Fact(name: fact.name, value: nil) : fact
          })
      }
      + layoutCase.guides.indices.map { index in
        Part(isGuide: true, parent: layoutCase.guides[index].owner, facts: facts.guides[index])
      }
    let levels = Set(layoutCase.constraints.map(\.priority).filter { !$0.isRequired })
      .sorted(by: >)
    func side(_ anchor: Anchor) -> Side {
      switch anchor.item {
      case .view(let index): return Side(part: index, attribute: anchor.attribute)
      case .guide(let index):
        return Side(part: views.count + index, attribute: anchor.attribute)
      }
    }
    lines = layoutCase.constraints.map { constraint in
      Line(
        first: side(constraint.first), relation: constraint.relation,
        second: constraint.second.map(side),
        rank: (levels.firstIndex(of: constraint.priority) ?? -1) + 1,
        multiplier: places.contains("the multiplier of \(constraint.id)")
          ? nil : constraint.multiplier,
        constant: places.contains("the constant of \(constraint.id)") ? nil : constraint.constant)
    }
  }

  /// The same with any number in all places: what is left is which attributes are related how.
  package var withoutNumbers: CaseTemplate {
    func any(_ facts: [Fact]) -> [Fact] {
      facts.map { fact in
        let isNumber = fact.value.map { $0.first.map { $0.isNumber || $0 == "-" } ?? false } ?? true
        return isNumber ? Fact(name: fact.name, value: nil) : fact
      }
    }
    return CaseTemplate(
      environment: any(environment),
      parts: parts.map { Part(isGuide: $0.isGuide, parent: $0.parent, facts: any($0.facts)) },
      lines: lines.map { line in
        var line = line
        // One without a multiplier is another kind of constraint than one with any.
        if line.multiplier != 1 { line.multiplier = nil }
        line.constant = nil
        return line
      })
  }
}
