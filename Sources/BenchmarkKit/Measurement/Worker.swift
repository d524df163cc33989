// SPDX-License-Identifier: MIT

import Foundation

/// The worker's side of a `WorkerProcess`: reads requests from standard input until it ends.
package enum Worker {
  /// - Parameter reply: does the work.
  package static func serve(_ reply: (WorkRequest) -> WorkReply) {
    while let line = readLine() {
      var answer: WorkReply
      if let request = try? JSONDecoder().decode(WorkRequest.self, from: Data(line.utf8)) {
        answer = reply(request)
      } else {
        answer = WorkReply(error: "the request is no JSON")
      }
      answer.error = answer.error.map { $0.isEmpty ? "no reason" : $0 }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      // A closed output ends the worker.
      guard let data = try? encoder.encode(answer),
        (try? FileHandle.standardOutput.write(contentsOf: data + [UInt8(ascii: "\n")])) != nil
      else { return }
    }
  }
}
