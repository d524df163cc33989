// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import Diagnosis

@Suite("Diagnosis: keys that distinguish cases")
struct CaseKeyTests {
  private var layoutCase: LayoutCase {
    var root = View(id: "root", parent: nil)
    root.recordedFrame = LayoutRect(x: 0, y: 0, width: 320, height: 568)
    return LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 568)),
      views: [root, View(id: "child", parent: 0)])
  }

  @Test("the numbers of recorded frames do not count, because they have no effect on layout")
  func recordedFrames() {
    var other = layoutCase
    other.views[0].recordedFrame = LayoutRect(x: 1, y: 1, width: 1, height: 1)
    #expect(CaseKey(layoutCase) == CaseKey(other))
  }

  @Test("each other change counts")
  func changes() {
    let changes: [(inout LayoutCase) -> Void] = [
      { $0.environment.scale = 2 }, { $0.environment.size.width = 321 },
      { $0.environment.direction = .rightToLeft }, { $0.views[1].isHidden = true },
      { $0.views[1].text = TextContent("a") }, { $0.views[0].recordedFrame = nil },
      { $0.views.removeLast() },
      {
        $0.views[0].hold = View.Hold(
          frame: LayoutRect(x: 0, y: 0, width: 1, height: 1), reason: .fixedFrame)
      },
      { $0.guides.append(Guide(id: "guide", owner: 0, kind: .free)) },
    ]
    var keys: Set<CaseKey> = [CaseKey(layoutCase)]
    for change in changes {
      var other = layoutCase
      change(&other)
      #expect(keys.insert(CaseKey(other)).inserted)
    }
  }
}
