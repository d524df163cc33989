// SPDX-License-Identifier: MIT

/// A request to a worker, a line of JSON on its standard input.
package struct WorkRequest: Sendable, Hashable {
  /// The work that a request asks for.
  package enum Task: Sendable, Hashable {
    /// The answers of one unmeasured iteration.
    case answers
    /// The answers of an exact solver; an unknown one is `.gaveUp`.
    case exactAnswers
    /// The time and counts of at least one iteration.
    case measurement(iterations: Int)
  }

  package let instance: String
  package let task: Task

  package init(instance: String, task: Task) {
    self.instance = instance
    self.task = task
  }
}

/// The worker may be an earlier build that `compare` measures: all builds read the task as one
/// number.
extension WorkRequest: Codable {
  private enum CodingKeys: String, CodingKey {
    case instance, iterations
  }

  private static let answersNumber = 0
  private static let exactAnswersNumber = -1

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    instance = try values.decode(String.self, forKey: .instance)
    switch try values.decode(Int.self, forKey: .iterations) {
    case Self.answersNumber: task = .answers
    case Self.exactAnswersNumber: task = .exactAnswers
    case let iterations where iterations > 0: task = .measurement(iterations: iterations)
    case let number:
      throw DecodingError.dataCorruptedError(
        forKey: .iterations, in: values, debugDescription: "\(number) is no task")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(instance, forKey: .instance)
    switch task {
    case .answers: try values.encode(Self.answersNumber, forKey: .iterations)
    case .exactAnswers: try values.encode(Self.exactAnswersNumber, forKey: .iterations)
    case .measurement(let iterations): try values.encode(iterations, forKey: .iterations)
    }
  }
}
