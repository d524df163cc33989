// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import JSON

/// A script for a layout engine as requests to an adapter, one line of JSON each.
///
/// `about` of the handshake names the source. `expected` of a reading has the exact numbers of
/// frames, and null where several are right.
package enum EngineRequestFile {
  /// Returns the requests of a script as lines.
  ///
  /// `truth` has the exact answers; nil if the offer of the engine is not known. `about` is the
  /// text in the handshake. `line` returns the line of a request.
  package static func bytes(
    _ script: EngineScript, _ truth: EngineTruth?, about: [String],
    line: (_ id: Int, _ request: Request, _ notes: [JSONValue.Member]) -> [UInt8]
  ) -> [UInt8] {
    var notes: [JSONValue.Member] = []
    if !about.isEmpty { notes = [.init(key: "about", value: .strings(about))] }
    var bytes = line(0, .hello, notes) + line(1, .open, [])
    for (index, step) in script.steps.enumerated() {
      var notes: [JSONValue.Member] = []
      if let truth, case .reading(let answer) = truth.expectations[index] {
        notes = [.init(key: "expected", value: expected(answer))]
      }
      bytes += line(index + 2, .step(step), notes)
    }
    return bytes
  }

  /// A request of the file.
  package enum Request {
    case hello
    case open
    case step(EngineScript.Step)
  }

  private static func expected(_ answer: EngineAnswer) -> JSONValue {
    let frames = answer.system.scene.views.map { view in
      let numbers = EngineSystem.Part.allCases.map { part -> JSONValue in
        answer.isSettled(view.id, part) ? .exact(answer.value(view.id, part)) : .null
      }
      return JSONValue.Member(key: "\(view.id)", value: .array(numbers))
    }
    return ["frames": .object(frames)]
  }
}
