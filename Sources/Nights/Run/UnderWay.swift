// SPDX-License-Identifier: MIT

import Foundation
import ToolSupport

/// The unfinished night of a folder of nights.
struct UnderWay {
  /// The progress of the night; nil without a readable one.
  let progress: NightProgress?
  /// Notes for the reader about it.
  let notes: [String]

  init(in store: NightStore) throws(CommandFailure) {
    do throws(NightProgress.LoadProblem) {
      progress = try NightProgress(in: store)
      notes = []
    } catch {
      switch error {
      case .unreadable(let code):
        throw .badInput(
          "\(store.path)/\(NightStore.progressName): cannot read: "
            + String(cString: strerror(code))
            + "; make it readable, or remove it to start the night again")
      case .damaged(let problem):
        progress = nil
        notes = ["the progress of the unfinished night is damaged, so it starts again: \(problem)"]
      }
    }
  }
}
