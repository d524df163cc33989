// SPDX-License-Identifier: MIT

/// The motion of a system's values with the constant of one constraint, as long as that stays in
/// its range.
final class KinkMotion {
  let constraint: Int32
  /// The constant of the component's own values.
  private(set) var start: Double
  private(set) var lowest: Double
  private(set) var highest: Double
  /// The movement of the kink when the constant grows by 1.
  let rate: Double
  /// Whether the kink's variable, and others with it, moves at all.
  let moves: Bool
  /// The current constant, and the one of the current values.
  var now: Double
  var reached: Double
  /// The variables that move, and their movement when the constant grows by 1; computed with the
  /// first move.
  ///
  /// The variables of the system come first, then those that stand for left sides.
  var variables: ContiguousArray<Int32> = []
  private(set) var systemCount = 0
  var slopes: ContiguousArray<Double> = []
  var isExpanded = false
  /// The largest distance of the constant from its start.
  var longestWay = 0.0
  /// Whether another motion has replaced it in the component.
  var isOver = false
  /// Whether the component's own values are those of the current constant, and still have to be
  /// copied.
  var hasTravelled = false
  /// Whether the variables have origins: values with the constant at which they had them; set with
  /// the first move.
  var hasOrigins = false
  var origins: ContiguousArray<Double> = []
  var originConstant: Double

  init(
    constraint: Int32, start: Double, lowest: Double, highest: Double, rate: Double, moves: Bool
  ) {
    self.constraint = constraint
    self.start = start
    self.lowest = lowest
    self.highest = highest
    self.rate = rate
    self.moves = moves
    now = start
    reached = start
    originConstant = start
  }

  /// Starts again at another constant, at the component's own values, with another basis.
  func restart(at constant: Double, lowest: Double, highest: Double) {
    start = constant
    self.lowest = lowest
    self.highest = highest
    now = constant
    isExpanded = false
    hasTravelled = true
    hasOrigins = false
    variables.removeAll(keepingCapacity: true)
    systemCount = 0
    slopes.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
  }

  /// Moves the variables below a number to the front.
  func partition(_ variableCount: Int) {
    let hidden = variables.filter { $0 >= variableCount }
    if !hidden.isEmpty {
      variables.removeAll { $0 >= variableCount }
      variables.append(contentsOf: hidden)
    }
    systemCount = variables.count - hidden.count
  }

  /// The variables of the system that move.
  var systemVariables: ContiguousArray<Int32> {
    systemCount == variables.count ? variables : ContiguousArray(variables[..<systemCount])
  }

  /// Writes the values at a distance from the constant of the origins.
  ///
  /// - Complexity: one multiplication for each variable that moves.
  func move(
    by distance: Double, _ answer: borrowing GrowingBuffer<Double>,
    _ values: borrowing Buffer<Double>
  ) {
    let variables = self.variables
    let origins = self.origins
    let slopes = self.slopes
    let answer = answer.base
    let values = values.base
    for index in 0..<systemCount {
      let variable = Int(variables[index])
      let value = origins[index] + slopes[index] * distance
      answer[variable] = value
      values[variable] = value
    }
    for index in systemCount..<variables.count {
      values[Int(variables[index])] = origins[index] + slopes[index] * distance
    }
  }
}
