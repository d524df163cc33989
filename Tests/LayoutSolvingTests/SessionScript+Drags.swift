// SPDX-License-Identifier: MIT

@testable import LayoutSolving

/// Long drags through many bases: columns of boxes that shrink, wrap and compete as in a window.
extension SessionScript {
  /// Builds columns in a window, and drags the window and some of the boxes back and forth, on
  /// average for `answers` answers.
  ///
  /// Positions are multiples of 5 or of 2.5, so that many changes coincide.
  mutating func runDrags(answers: Int) {
    let window = addVariable()
    var dragged = [window]
    addEdit(of: window, strength: [750, 750, 750, 500, 1000, 250][upTo(5)])
    var boxes: [SolverSession.Variable] = []
    for _ in 0...upTo(3) { boxes += addColumn(in: window, boxes: 1 + upTo(7)) }
    for _ in 0..<upTo(3) { addTie(among: boxes, window) }
    if upTo(2) == 0 {
      let box = boxes[upTo(boxes.count - 1)]
      addEdit(of: box, strength: [750, 500, 251, 250][upTo(3)])
      dragged.append(box)
    }
    suggest(300, for: window)
    solve()
    let answers = upTo(2 * answers)
    while solved + refused + gaveUp < answers, faults.isEmpty {
      drag(dragged[upTo(upTo(3) == 0 ? dragged.count - 1 : 0)], alongWith: dragged[0])
    }
  }

  private mutating func addColumn(in window: SolverSession.Variable, boxes count: Int)
    -> [SolverSession.Variable]
  {
    let isPlaced = upTo(1) == 0
    let strength = [250.0, 250, 250, 251, 500][upTo(4)]
    let preferred = Double(upTo(4)) * 5 + 80
    let isUniform = upTo(2) != 0
    var boxes: [SolverSession.Variable] = []
    var end: [SolverSession.Term] = []
    for _ in 0..<count {
      let width = addVariable()
      boxes.append(width)
      add([.init(1, width)], .greaterThanOrEqual, isUniform ? 20 : Double(upTo(6)) * 5)
      add(
        [.init(1, width)], .equal, isUniform ? preferred : Double(upTo(20)) * 5, strength: strength)
      if upTo(3) == 0 { add([.init(1, width)], .lessThanOrEqual, 120, strength: 500) }
      if isPlaced {
        end = place(width, after: end)
      } else {
        end.append(.init(isUniform ? 1 : coefficients[upTo(5)], width))
      }
    }
    let level = [750.0, 750, 1000, 500, 250][upTo(4)]
    end.append(.init(-[1, 1, 1, 0.5, 2][upTo(4)], window))
    add(end, [.lessThanOrEqual, .lessThanOrEqual, .equal][upTo(2)], -10, strength: level)
    return boxes
  }

  private var coefficients: [Double] { [1, 1, 2, 0.5, 3, 1 / 3] }

  /// - Returns: the right end of the box.
  private mutating func place(
    _ width: SolverSession.Variable, after end: [SolverSession.Term]
  ) -> [SolverSession.Term] {
    let left = addVariable()
    let right = addVariable()
    add([.init(1, left)] + end.map { .init(-$0.coefficient, $0.variable) }, .equal, 5)
    add([.init(1, right), .init(-1, left), .init(-1, width)], .equal, 0)
    return [.init(1, right)]
  }

  private mutating func addTie(
    among boxes: [SolverSession.Variable], _ window: SolverSession.Variable
  ) {
    let first = boxes[upTo(boxes.count - 1)]
    let second = boxes[upTo(boxes.count - 1)]
    let strength = [250.0, 251, 500, 1000][upTo(3)]
    switch upTo(3) {
    case 0:
      add([.init(1, first), .init(-coefficients[upTo(5)], second)], .equal, 0, strength: strength)
    case 1:
      add([.init(1, first), .init(1, second)], .lessThanOrEqual, 150, strength: strength)
    case 2:
      add([.init(3, first), .init(-1, window)], .lessThanOrEqual, 0, strength: strength)
    default:
      add([.init(1, window)], .greaterThanOrEqual, Double(upTo(20)) * 10, strength: strength)
    }
  }

  /// Makes a wave of suggestions, each with an answer.
  private mutating func drag(
    _ variable: SolverSession.Variable, alongWith other: SolverSession.Variable
  ) {
    let step = [2.5, 5, 10, 35, 70, 7.3][upTo(5)]
    var value = (Double(upTo(40)) * 20).rounded()
    let turn = 1 + upTo(12)
    for index in 0..<3 * turn where faults.isEmpty {
      value += (index / turn) % 2 == 0 ? step : -step
      suggest(value, for: variable)
      if variable != other && upTo(3) == 0 { suggest(2 * value, for: other) }
      solve()
    }
  }
}
