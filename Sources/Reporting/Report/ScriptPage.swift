// SPDX-License-Identifier: MIT

/// The evidence of a finding about a script: its steps with their expected and actual results.
package struct ScriptPage: Sendable {
  /// A step of the script.
  package struct Step: Sendable, Hashable {
    package var operation: String
    package var expected: String
    package var got: String
    package var isWrong: Bool
    /// Whether a right solver refuses it.
    package var isRefused: Bool

    package init(
      operation: String, expected: String, got: String, isWrong: Bool, isRefused: Bool = false
    ) {
      self.operation = operation
      self.expected = expected
      self.got = got
      self.isWrong = isWrong
      self.isRefused = isRefused
    }
  }

  /// A variable at the wrong reading.
  package struct Value: Sendable, Hashable {
    package var name: String
    package var expected: String
    package var got: String
    package var differs: Bool

    package init(name: String, expected: String, got: String, differs: Bool) {
      self.name = name
      self.expected = expected
      self.got = got
      self.differs = differs
    }
  }

  package var steps: [Step]
  /// The compared values; empty when there are none.
  package var values: [Value]
  /// Whether only the expected values are right.
  package var isUnique: Bool
  /// The variables over the steps, for charts; empty where no values are known.
  package var curves: [VariablePlot.Curve]

  package init(
    steps: [Step], values: [Value], isUnique: Bool, curves: [VariablePlot.Curve] = []
  ) {
    self.steps = steps
    self.values = values
    self.isUnique = isUnique
    self.curves = curves
  }
}
