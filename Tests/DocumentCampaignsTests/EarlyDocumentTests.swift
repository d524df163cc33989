// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Foundation
import Oracles
import TestSupport
import Testing

@testable import DocumentCampaigns

@Suite("Documents that fail before their turn")
struct EarlyDocumentTests {
  private static func failing(_ index: Int, _ verdict: FailureKind) throws -> FailingDocument {
    let document = try #require(DocumentMarkup(Array("<document id=\"\(index)\"/>".utf8)))
    return FailingDocument(
      index: index, document, .init(part: .check, verdict: verdict, sentence: "it ends"))
  }

  /// Returns the drafts of `count` failures that arrive while an earlier one is examined.
  private static func drafts(_ count: Int, _ verdict: FailureKind) throws -> [String] {
    let folder = try TestFolder.make().path
    let early = EarlyFailures<FailingDocument>(output: folder, elapsed: { 0 })
    for index in 0..<count { early.inbox.post([try failing(index, verdict)]) }
    early.during {}
    early.storeArrived()
    let kept = FindingStore.folders(in: "\(folder)/findings").unfinished
    #expect(
      kept.allSatisfy {
        FileManager.default.fileExists(atPath: "\($0)/original.storyboard")
      })
    early.settle(before: count)
    #expect(FindingStore.folders(in: "\(folder)/findings").unfinished.isEmpty)
    return kept
  }

  @Test("as many are stored as will be examined in their turn")
  func chosen() throws {
    #expect(try Self.drafts(3, .process(.crash)).count == 3)
    #expect(try Self.drafts(130, .process(.crash)).count == 65, "the first 64 and the 128th")
    #expect(try Self.drafts(33, .process(.hang)).count == 10, "the first 8, the 16th, the 32nd")
  }
}
