// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import LinearModel
import Scripts
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

@Suite("Members of a pending finding")
struct PendingMemberTests {
  private static let failure = FailureIdentity(.solver("s"), .process(.crash), cause: .unexamined)

  /// A script with some operations before its reading.
  private static func script(_ operations: Int) -> SolverScript {
    SolverScript(
      variableCount: 1,
      steps: (0..<operations).map {
        .add(.init(id: $0, [.init(.one, VariableID(0))], .equal, .zero, strength: .required))
      } + [.solve])
  }

  private static func examined(
    _ script: SolverScript, bucket: String, _ summary: String
  ) -> ExaminedFailure<SolverScript> {
    let record = FindingRecord(
      .script, failure, signature: bucket,
      summary: summary,
      original: script.recordSize, minimized: script.recordSize, toolVersion: "1")
    return ExaminedFailure(
      smallest: script,
      files: FindingFiles(record, minimized: script.fileBytes), description: .notRepeated)
  }

  @Test("a pending finding names a member that is left, after the named one has got its bucket")
  func named() throws {
    let folder = try TestFolder.make().path
    var list = FindingList<SolverScript>(outputFolder: folder)
    let queue = Self.failure.pendingQueue.name
    for operations in [3, 5, 4] {
      let script = Self.script(operations)
      try list.add(
        Self.examined(script, bucket: queue, "\(operations)"), of: script, try list.begin(script),
        case: operations, nanoseconds: 0)
    }
    let pending = try #require(list.findings.first)
    #expect(list.findings.count == 1 && pending.folders.count == 3)
    #expect(pending.smallest == Self.script(3))
    // The campaign removes the folder of a member that a later round replaces.
    let member = try #require(pending.folders.first)
    let isReplaced = try list.replace(
      pending, in: member, with: Self.examined(Self.script(1), bucket: "s-crash-alone-1", "1"),
      of: Self.script(3), try list.begin(Self.script(3)))
    #expect(isReplaced)
    FindingStore.remove(finding: "\(folder)/findings/\(member)")
    #expect(list.findings.count == 2)
    for finding in list.findings {
      let path = try #require(finding.path)
      #expect(FileManager.default.fileExists(atPath: path), "\(path)")
      #expect(finding.replayCommand().contains(path))
    }
    let left = try #require(list.findings.first { $0.signature == queue })
    #expect(left.folders.count == 2 && left.members == 2)
    #expect(left.smallest == Self.script(4) && left.original == Self.script(4))
    #expect(left.summary == "4", "the sentence is that of the named member")
  }

  /// Returns the pending finding after its named member is gone and some of the others are damaged.
  private static func left(damaged: [Int]) throws -> Finding<SolverScript> {
    let folder = try TestFolder.make().path
    var list = FindingList<SolverScript>(outputFolder: folder)
    for operations in [3, 5, 4] {
      let script = script(operations)
      try list.add(
        examined(script, bucket: failure.pendingQueue.name, "\(operations)"), of: script,
        try list.begin(script), case: operations, nanoseconds: 0)
    }
    let members = try #require(list.findings.first).folders
    for index in damaged {
      let file = "\(folder)/findings/\(members[index])/\(FindingRecord.Subject.script.fileName)"
      try Data("{".utf8).write(to: URL(fileURLWithPath: file))
    }
    list.remove(failure.pendingQueue.name, in: members[0])
    return try #require(list.findings.first)
  }

  @Test("a pending finding never names one member with the sentence of another one")
  func damaged() throws {
    // The smallest one that is left cannot be read.
    let readable = try Self.left(damaged: [2])
    #expect(readable.summary == "5" && readable.smallest == Self.script(5))
    #expect(readable.path?.contains(readable.folders[0]) == true)
    let unreadable = try Self.left(damaged: [1, 2])
    #expect(unreadable.summary.contains("cannot be read"))
    #expect(unreadable.path?.contains(unreadable.folders[0]) == true)
  }
}
