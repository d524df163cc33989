// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// The reason why a folder has no usable plan.
package enum ShardPlanError: Error, Sendable {
  case missing
  case unreadable(code: Int32)
  case damaged(String)
  /// Another plan is there already.
  case other
  /// The same plan is there already, written by another build of the tool.
  case otherBuild
  case cannotWrite(WriteError)
}

/// The file of a plan, whatever kind of campaign it divides.
package struct PlanFile: Sendable {
  package let directory: String
  package let value: JSONValue

  static func path(_ directory: String) -> String { "\(directory)/plan.json" }

  /// Reads the plan of a folder.
  package init(in directory: String) throws(ShardPlanError) {
    self.directory = directory
    do throws(SealedFile.Problem) {
      value = try SealedFile.read(Self.path(directory))
    } catch {
      switch error {
      case .missing: throw .missing
      case .unreadable(let code): throw .unreadable(code: code)
      case .damaged(let problem): throw .damaged(problem)
      }
    }
  }

  /// Whether the plan has a member, as `ShardedWork.member`.
  package func has(_ member: String) -> Bool { value[member] != nil }
}
