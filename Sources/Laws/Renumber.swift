// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import LinearModel

/// Only the order of priorities matters.
package struct Renumber: ImageLaw {
  package let name = "renumber"
  package let statement =
    "other numbers for the priorities, in the same order, give the same layouts"
  package let reason = "no amount of violation at a lower priority buys any at a higher one"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let priorities = subject.layoutCase.optionalPriorities
    guard let numbers = numbers(priorities.count, &choices) else { return nil }
    func renumbered(_ priority: Priority) -> Priority {
      priorities.firstIndex(of: priority).map { numbers[$0] } ?? priority
    }
    func renumbered(_ pair: AxisPriorities) -> AxisPriorities {
      AxisPriorities(
        horizontal: renumbered(pair.horizontal), vertical: renumbered(pair.vertical))
    }
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    for index in image.layoutCase.constraints.indices {
      let old = image.layoutCase.constraints[index].priority
      image.layoutCase.constraints[index].priority = renumbered(old)
    }
    for index in image.layoutCase.views.indices {
      let view = image.layoutCase.views[index]
      image.layoutCase.views[index].hugging = renumbered(view.hugging)
      image.layoutCase.views[index].compressionResistance = renumbered(view.compressionResistance)
    }
    for (old, new) in zip(priorities, numbers) {
      image.relation.strengths[Strength(Double(old.value))] = Strength(Double(new.value))
    }
    return image
  }

  /// Returns `count` priorities, lowest first: from 1 up, spread out, or close below 1000.
  ///
  /// - Returns: nil for a count of 0, and for more than there are numbers.
  private func numbers(_ count: Int, _ choices: inout Xoshiro256) -> [Priority]? {
    guard (1...900).contains(count) else { return nil }
    let style = choices.upTo(2)
    return (1...count).map { rank in
      switch style {
      case 0: return Priority(Float(rank))
      case 1: return Priority(1000 * Float(rank) / Float(count + 1))
      default: return Priority(1000 - Float(count + 1 - rank) / 2)
      }
    }
  }
}

extension LayoutCase {
  /// All optional priorities that occur, lowest first.
  fileprivate var optionalPriorities: [Priority] {
    var all = constraints.map(\.priority)
    for view in views {
      for axis in Axis.allCases where view.intrinsicSize(along: axis) != nil {
        all += [view.hugging[axis], view.compressionResistance[axis]]
      }
    }
    return Set(all.filter { !$0.isRequired }).sorted()
  }
}
