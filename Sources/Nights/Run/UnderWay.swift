// SPDX-License-Identifier: MIT

import Foundation
import ToolSupport

/// The night that was begun in a folder of nights and has not ended.
struct UnderWay {
  /// Nil when there is none, or none that can be read.
  let progress: NightProgress?
  /// What a reader should know about it.
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
            + "; make it readable, or remove it to begin the night anew")
      case .damaged(let problem):
        progress = nil
        notes = ["the night that was under way is lost, and begins anew: \(problem)"]
      }
    }
  }
}
