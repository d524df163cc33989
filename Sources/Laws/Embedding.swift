// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// A case whose root can become a view of a larger root.
package struct Embedding {
  private let base: LayoutCase

  /// - Returns: nil when the root is smaller than its alignment insets, which only a root may be.
  init?(of subject: LawSubject) { self.init(of: subject.layoutCase) }

  /// Prepares a plain case; nil when the root is smaller than its alignment insets, which only a
  /// root may be.
  package init?(of layoutCase: LayoutCase) {
    let insets = layoutCase.views[0].alignmentInsets
    let size = layoutCase.environment.size
    let width = Rational(size.width) - Rational(insets.left) - Rational(insets.right)
    let height = Rational(size.height) - Rational(insets.top) - Rational(insets.bottom)
    guard width.signum >= 0, height.signum >= 0 else { return nil }
    base = layoutCase
  }

  /// Whether the root's subviews may become those of the larger root without a change of meaning.
  ///
  /// No view may be held in the root, and no constraint may depend on common ancestors.
  var canRaiseSubviews: Bool {
    base.views[0].kind != .scrollView
      && !base.views.contains { $0.direction != nil || ($0.parent == 0 && $0.hold != nil) }
      && !base.constraints.contains {
        $0.first.attribute.kind != .dimension && !$0.multiplier.isOne
      }
  }

  /// The size of the larger root; nothing depends on it.
  private static let size = LayoutSize(width: 5000, height: 5000)

  /// Returns the case in a larger root, once for each offset.
  ///
  /// `offsets` are the places of the copies, in points. If `raising`, the root's subviews become
  /// its siblings.
  package func image(copiesAt offsets: [(x: Int, y: Int)], raisingSubviews raising: Bool)
    -> LawImage
  {
    var image = LawImage(base, of: base)
    image.layoutCase.forgetAnswers()
    image.layoutCase.environment.size = Embedding.size
    image.layoutCase.views = [View(id: "outer", parent: nil)]
    image.layoutCase.guides = []
    image.layoutCase.constraints = []
    image.relation.copies = []
    var ids = UniqueIDs(used: ["outer"])
    var constraintIDs = UniqueIDs()
    for offset in offsets {
      let firstView = image.layoutCase.views.count
      let firstGuide = image.layoutCase.guides.count
      for (index, view) in base.views.enumerated() {
        var copy = view
        copy.id = ids.unique(view.id)
        let isRaised = raising && view.parent == 0
        copy.parent = isRaised ? 0 : view.parent.map { $0 + firstView } ?? 0
        if index == 0 { copy.hold = hold(at: offset) }
        image.layoutCase.views.append(copy)
      }
      for guide in base.guides {
        var copy = guide
        copy.id = ids.unique(guide.id)
        copy.owner += firstView
        image.layoutCase.guides.append(copy)
      }
      for constraint in base.constraints {
        var copy = constraint.moved(views: firstView, guides: firstGuide)
        copy.id = constraintIDs.unique(constraint.id)
        image.layoutCase.constraints.append(copy)
      }
      image.relation.copies.append(
        .init(
          views: base.views.indices.map { $0 + firstView },
          guides: base.guides.indices.map { $0 + firstGuide },
          placement: Placement(offset: offset)))
    }
    return image
  }

  private func hold(at offset: (x: Int, y: Int)) -> View.Hold {
    let size = base.environment.size
    let frame = LayoutRect(
      x: LayoutNumber(offset.x), y: LayoutNumber(offset.y), width: size.width, height: size.height)
    return View.Hold(frame: frame, reason: .fixedFrame)
  }
}

extension LayoutConstraint {
  /// Returns the constraint with the indices of its items increased by the given numbers.
  fileprivate func moved(views: Int, guides: Int) -> LayoutConstraint {
    func moved(_ item: Item) -> Item {
      switch item {
      case .view(let index): return .view(index + views)
      case .guide(let index): return .guide(index + guides)
      }
    }
    var result = self
    result.first.item = moved(first.item)
    if let second { result.second?.item = moved(second.item) }
    return result
  }
}
