// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel

/// Random linear systems as layouts make them; a known point satisfies the required constraints.
extension Generator where Value == LinearSystem {
  /// Views in a tree, as lowering makes them: a fixed root, sizes that are not negative, children
  /// in rows and columns with gaps, shared sizes, aspect ratios, limits, hugging and compression
  /// resistance.
  ///
  /// The required constraints hold when every view but the root has its witness frame.
  package static func layout(views: ClosedRange<Int>) -> Generator {
    Generator { (source) throws(GenerationStop) in
      let count = try source.integer(in: views)
      var draft = LayoutDraft(views: count, width: 320 + 50 * (try source.index(below: 5)))
      draft.frames[0][3] = 480 + 100 * (try source.index(below: 5))
      for axis in 0..<4 { draft.builder.add([(1, axis)], .equal, draft.frames[0][axis]) }
      for view in 1..<max(count, 1) {
        source.beginSpan(.element)
        try draft.addView(view, &source)
        source.endSpan()
      }
      return draft.builder.system
    }
  }

  /// Boxes in rows inside each other on one axis, with preferred sizes.
  package static func boxes(views: ClosedRange<Int>) -> Generator {
    Generator { (source) throws(GenerationStop) in
      let count = try source.integer(in: views)
      var draft = BoxDraft(views: count)
      for view in 1..<max(count, 2) where view < count {
        source.beginSpan(.element)
        try draft.addBox(view, &source)
        source.endSpan()
      }
      return draft.builder.system
    }
  }

  /// A layout as above and two bounds of one of its variables that contradict each other by half a
  /// point.
  package static func contradictoryLayout(views: ClosedRange<Int>) -> Generator {
    Generator { (source) throws(GenerationStop) in
      var builder = SystemBuilder()
      builder.system = try layout(views: views).generate(from: &source)
      let variable = try source.index(below: builder.system.variableCount)
      builder.add([(1, variable)], .greaterThanOrEqual, 11)
      builder.add([(2, variable)], .lessThanOrEqual, 21)
      return builder.system
    }
  }
}

/// A layout of which the first views are placed.
private struct LayoutDraft {
  var builder: SystemBuilder
  /// The witness frames: x, y, width, height.
  var frames: [[Int]]

  init(views: Int, width: Int) {
    builder = SystemBuilder(variables: 4 * views)
    frames = [[0, 0, width, 480]]
  }

  mutating func addView(_ view: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    let parent = try source.index(below: view)
    let axis = try source.index(below: 2)
    var frame = frames[parent]
    for along in 0..<2 {
      let inset = min(try source.index(below: 30), frames[parent][2 + along])
      frame[along] = frames[parent][along] + inset
      frame[2 + along] = try source.index(below: frames[parent][2 + along] - inset + 1)
    }
    frames.append(frame)
    let follows = try parent == view - 1 ? false : source.bool()
    try place(view, after: follows ? view - 1 : parent, in: parent, axis, &source)
    try place(view, after: parent, in: parent, 1 - axis, &source)
  }

  /// Constrains a view along an axis to its witness frame.
  private mutating func place(
    _ view: Int, after previous: Int, in parent: Int, _ axis: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let position = 4 * view + axis
    let size = position + 2
    builder.add([(1, size)], .greaterThanOrEqual, 0)
    let offset = frames[view][axis] - frames[previous][axis]
    builder.add(
      [(1, position), (-1, 4 * previous + axis)],
      try source.bool(1, in: 5) ? .greaterThanOrEqual : .equal, offset)
    let end = frames[parent][axis] + frames[parent][2 + axis]
    let width = frames[view][2 + axis]
    let toEnd = [(1, 4 * parent + axis), (1, 4 * parent + axis + 2), (-1, position), (-1, size)]
    let gap = end - frames[view][axis] - width
    switch try source.index(below: 6) {
    case 0: builder.add([(1, size)], .equal, width)
    case 1: builder.add(toEnd, .equal, gap)
    case 2: builder.add(toEnd, .greaterThanOrEqual, gap)
    case 3 where axis == 1:
      let ratios = [Rational(1), Rational(16, 9), Rational(1, 3), Rational(3, 4)]
      let ratio = ratios[try source.index(below: ratios.count)]
      builder.add([(Rational(1), 4 * view + 2), (-ratio, 4 * view + 3)], .equal, .zero, 999)
    case 4:
      builder.add(
        [(1, size), (-1, 4 * previous + 2 + axis)], .equal, 0, try source.bool() ? 750 : 999)
    default:
      builder.add([(1, size)], try source.relation(), 10 + (try source.index(below: 90)), 500)
    }
    guard try source.bool() else { return }
    let intrinsic = 10 + (try source.index(below: 150))
    let strengths = [[250.0, 251, 750], [750, 749, 751]]
    for (relation, own) in zip([Relation.lessThanOrEqual, .greaterThanOrEqual], strengths) {
      builder.add([(1, size)], relation, intrinsic, own[try source.index(below: 3)])
    }
  }
}

/// Boxes on one axis of which the first are placed: variable `2 i` is the place of box `i`, and
/// `2 i + 1` its width.
private struct BoxDraft {
  var builder: SystemBuilder
  private var places = [0]
  private var widths = [400]

  init(views: Int) {
    builder = SystemBuilder(variables: 2 * views)
    for view in 0..<views { builder.add([(1, 2 * view + 1)], .greaterThanOrEqual, 0) }
    builder.add([(1, 0)], .equal, 0)
    builder.add([(1, 1)], .equal, 400)
  }

  mutating func addBox(_ view: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    places.append(try source.integer(in: 0...300))
    widths.append(try source.integer(in: 0...100))
    let other = try source.index(below: view)
    let isTrailing = try widths[other] == 0 ? false : source.bool()
    var terms = [(1, 2 * view), (-1, 2 * other)]
    if isTrailing { terms.append((-1, 2 * other + 1)) }
    let gap = places[view] - places[other] - (isTrailing ? widths[other] : 0)
    if try source.bool(9, in: 10) { builder.add(terms, .equal, gap) }
    let own = 2 * view + 1
    switch try source.index(below: 5) {
    case 0: builder.add([(1, own)], .equal, widths[view])
    case 1:
      builder.add([(1, own), (-1, 2 * other + 1)], .equal, widths[view] - widths[other])
    default:
      let size = try source.integer(in: 10...120)
      builder.add([(1, own)], .lessThanOrEqual, size, 250)
      builder.add([(1, own)], .greaterThanOrEqual, size, 750)
    }
    guard try source.bool(3, in: 10) else { return }
    builder.add(
      [(1, 2 * view), (1, own)], .lessThanOrEqual, try source.integer(in: 100...400),
      try source.bool() ? 999 : 500)
  }
}
