// SPDX-License-Identifier: MIT

import Foundation
import LayoutSolving
import Testing

/// Compiles and runs the examples of docs/library.md, which are the same line for line.
@Suite("The examples of the library guide")
struct LibraryGuideTests {
  // guide:
  func columns() -> [Double] {
    var session = SolverSession()
    let left = session.addVariable()
    let middle = session.addVariable()
    let right = session.addVariable()
    session.addConstraint(left == 0)
    session.addConstraint(right == 320)
    session.addConstraint(middle - left == right - (middle + 20))
    _ = session.solve()
    return [session.value(of: middle), session.value(of: middle + 20)]  // 150, 170
  }

  func label() -> Double {
    var session = SolverSession()
    let container = session.addVariable()
    let width = session.addVariable()
    session.addConstraint(container == 200)
    session.addConstraint(width + 16 <= container)
    session.addConstraint((width == 240).priority(250))
    _ = session.solve()
    return session.value(of: width)  // 184
  }

  func shares() -> [Double] {
    var session = SolverSession()
    let widths = (0..<3).map { _ in session.addVariable() }
    var total = SolverSession.Expression()
    for width in widths { total += width }
    session.addConstraint(total == 400)
    session.addConstraint(widths[0] == 2 * widths[1])
    session.addConstraint(widths[1] == widths[2])
    _ = session.solve()
    return widths.map { session.value(of: $0) }  // 200, 100, 100
  }
  // end of guide

  @Test("have the results in their comments")
  func results() {
    #expect(columns() == [150, 170])
    #expect(label() == 184)
    #expect(shares() == [200, 100, 100])
  }

  @Test("are those of the guide")
  func sameText() throws {
    let here = URL(fileURLWithPath: #filePath)
    let own = try String(contentsOf: here, encoding: .utf8)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let guide = try String(
      contentsOf: root.appendingPathComponent("docs/library.md"), encoding: .utf8)
    let lines = own.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasSuffix("// guide:") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// end of guide") })
    let examples = lines[(first + 1)..<end].map { $0.dropFirst(2) }.joined(separator: "\n")
    for example in examples.components(separatedBy: "\n\n") {
      #expect(guide.contains("```swift\n\(example)\n```"))
    }
  }
}
