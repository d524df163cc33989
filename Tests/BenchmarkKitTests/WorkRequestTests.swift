// SPDX-License-Identifier: MIT

import BenchmarkKit
import Foundation
import Testing

@Suite("requests to workers")
struct WorkRequestTests {
  private static let tasks: [(WorkRequest.Task, Int)] = [
    (.answers, 0), (.exactAnswers, -1), (.measurement(iterations: 1), 1),
    (.measurement(iterations: 100_000), 100_000),
  ]

  @Test("a worker of another build reads the task as a number", arguments: tasks)
  func number(task: WorkRequest.Task, number: Int) throws {
    let request = WorkRequest(instance: "mix/competing", task: task)
    let data = try JSONEncoder().encode(request)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["iterations"] as? Int == number)
    #expect(object["instance"] as? String == "mix/competing")
    #expect(object.count == 2)
    #expect(try JSONDecoder().decode(WorkRequest.self, from: data) == request)
  }

  @Test("other numbers are no requests")
  func others() {
    let data = Data(#"{"instance":"mix/competing","iterations":-2}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(WorkRequest.self, from: data) }
  }
}
