// SPDX-License-Identifier: MIT

import Foundation
import Oracles
import Synchronization
import TestSupport
import Testing

@testable import CampaignEngine
@testable import ProgramCampaigns

/// The progress while a failure is examined.
struct ExaminationProgressTests {
  @Test("a long examination reports itself again and again, with the time that it takes")
  func examination() {
    let clock = Atomic<UInt64>(5)
    let early = EarlyFailures<FailingProgramCase<EnginePrograms>>(
      output: TestFolder.root.path, elapsed: { clock.load(ordering: .relaxed) })
    let reported = DispatchSemaphore(value: 0)
    var times: [UInt64] = []
    early.examinations.onWait = { examination, elapsed in
      #expect(examination == .init(failure: "qt wrongValue", start: 5))
      times.append(elapsed)
      clock.add(10, ordering: .relaxed)
      reported.signal()
    }
    early.examine(.wrongValue, of: "qt")
    // The work ends after three reports: without them it would take a minute and fail.
    let reports = early.during {
      (0..<3).filter { _ in reported.wait(timeout: .now() + 60) == .success }.count
    }
    #expect(reports == 3)
    #expect(Array(times.prefix(3)) == [5, 15, 25])
  }

  @Test("the next batch ends the examination in the progress")
  func update() {
    var progress = CampaignProgress(caseLimit: 9)
    progress.update(cases: 4, findings: 1, elapsed: 10, isNew: true)
    let examination = CampaignProgress.Examination(failure: "qt wrongValue", start: 10)
    let during = progress.examining(examination, elapsed: 30)
    #expect(during.examination == examination)
    #expect(during.cases == 4 && during.nanoseconds == 30 && during.newestFinding == 10)
    #expect(progress.examination == nil)
  }
}
