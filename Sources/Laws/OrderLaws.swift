// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// The order of constraints is irrelevant.
package struct PermuteConstraints: ImageLaw {
  package let name = "permuteConstraints"
  package let statement = "constraints in another order have the same layouts"
  package let reason = "the correct layouts depend on the set of constraints, which has no order"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    guard subject.layoutCase.constraints.count > 1 else { return nil }
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    choices.shuffle(&image.layoutCase.constraints)
    return image.layoutCase == subject.layoutCase ? nil : image
  }
}

/// The order of subviews and guides is irrelevant, except to stack views.
package struct PermuteViews: ImageLaw {
  package let name = "permuteViews"
  package let statement = "subviews and guides in another order have the same layouts"
  package let reason = "constraints name their items; only the front-to-back order depends on it"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let layoutCase = subject.layoutCase
    var subviews = [[Int]](repeating: [], count: layoutCase.views.count)
    for (index, view) in layoutCase.views.enumerated() {
      if let parent = view.parent { subviews[parent].append(index) }
    }
    for index in subviews.indices { choices.shuffle(&subviews[index]) }
    var order: [Int] = []
    var open = [0]
    while let view = open.popLast() {
      order.append(view)
      open += subviews[view].reversed()
    }
    var guideOrder = Array(layoutCase.guides.indices)
    choices.shuffle(&guideOrder)
    let image = LawImage(layoutCase, viewOrder: order, guideOrder: guideOrder)
    return image.layoutCase == layoutCase ? nil : image
  }
}

/// Names are irrelevant.
package struct Rename: ImageLaw {
  package let name = "rename"
  package let statement = "views, guides and constraints under other names have the same layouts"
  package let reason = "a name only identifies an item"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    var names = HardNames(&choices)
    for index in image.layoutCase.views.indices {
      image.layoutCase.views[index].id = names.next()
    }
    for index in image.layoutCase.guides.indices {
      image.layoutCase.guides[index].id = names.next()
    }
    for index in image.layoutCase.constraints.indices {
      image.layoutCase.constraints[index].id = names.next()
    }
    return image
  }
}

/// Names that are easily confused: they differ in case, or are prefixes of others.
private struct HardNames {
  private var given = 0
  private let stems = ["item", "v1", "c1", "root"]

  init(_ choices: inout Xoshiro256) { given = Int(choices.upTo(3)) }

  mutating func next() -> String {
    defer { given += 1 }
    let stem = stems[given / 2 % stems.count]
    let number = given / (2 * stems.count)
    let word = number == 0 ? stem : "\(stem)\(number)"
    return given.isMultiple(of: 2) ? word + "x" : word.uppercased() + "X"
  }
}

extension LawImage {
  /// Makes an image with views and guides in another order.
  ///
  /// - Precondition: superviews come before their subviews, and subtrees stay together.
  init(_ base: LayoutCase, viewOrder: [Int], guideOrder: [Int]) {
    self.init(base, of: base)
    var newView = [Int](repeating: 0, count: viewOrder.count)
    for (new, old) in viewOrder.enumerated() { newView[old] = new }
    var newGuide = [Int](repeating: 0, count: guideOrder.count)
    for (new, old) in guideOrder.enumerated() { newGuide[old] = new }
    layoutCase.views = viewOrder.map { old in
      var view = base.views[old]
      view.parent = view.parent.map { newView[$0] }
      return view
    }
    layoutCase.guides = guideOrder.map { old in
      var guide = base.guides[old]
      guide.owner = newView[guide.owner]
      return guide
    }
    layoutCase.forgetAnswers()
    layoutCase.mapItems { item in
      switch item {
      case .view(let index): return .view(newView[index])
      case .guide(let index): return .guide(newGuide[index])
      }
    }
    relation.copies = [.init(views: newView, guides: newGuide)]
  }
}

extension LayoutCase {
  /// Replaces the items of all constraints.
  mutating func mapItems(_ transform: (Item) -> Item) {
    for index in constraints.indices {
      constraints[index].first.item = transform(constraints[index].first.item)
      if let second = constraints[index].second {
        constraints[index].second?.item = transform(second.item)
      }
    }
  }

  /// Removes the expectation and the table of the case.
  mutating func forgetAnswers() {
    removeTable()
    expectation = nil
  }
}

extension Xoshiro256 {
  /// Puts elements into a random order.
  ///
  /// Reference: Durstenfeld, Algorithm 235, CACM 7(7), 1964.
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, Int(upTo(UInt64(index))))
    }
  }

  /// Returns one of several elements; nil when there are none.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int(upTo(UInt64(elements.count - 1)))]
  }
}
