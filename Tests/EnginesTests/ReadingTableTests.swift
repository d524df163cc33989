// SPDX-License-Identifier: MIT

import EngineScripts
import Engines
import ExactNumerics
import LayoutModel
import Testing

@Suite("Tables of an engine's frames")
struct ReadingTableTests {
  private static let right = EngineConstraint(
    id: 1, .init(1, .left), .equal, .init(0, .left), constant: Rational(8))
  private static let wide = EngineConstraint(
    id: 2, .init(1, .width), .equal, constant: Rational(40))

  private static func table(
    views: [EngineView] = [EngineView(id: 1)], _ frames: [Int: Rectangle<Double>],
    _ change: (inout EngineOffer) -> Void = { _ in }
  ) throws -> [String] {
    var offer = EngineOffer()
    offer.attributes = [.left, .width]
    offer.relations = [.equal]
    change(&offer)
    let script = EngineScript(
      size: EngineSize(width: Rational(200), height: Rational(100)), views: views,
      steps: [.add(right), .add(wide), .frames])
    let truth = try EngineTruth(of: script, offer)
    guard case .reading(let answer) = truth.expectations[2] else { return [] }
    return ReadingTable(EngineReading(frames: frames), answer, offer).lines
  }

  @Test("a wrong number has the right one beside it, and one that may differ is marked")
  func wrong() throws {
    let frame = Rectangle(x: 8.0, y: 3, width: 41, height: 20)
    #expect(
      try Self.table([1: frame]) == [
        "    left  top       width             height",
        "v1  8     3 (free)  41 (expected 40)  20 (free)",
      ])
  }

  @Test("a number that is wrong by little looks different from the right one")
  func close() throws {
    let frame = Rectangle(x: 8.0, y: 3, width: 40.0001, height: 20)
    #expect(try Self.table([1: frame])[1].contains("40.0001 (expected 40)"))
  }

  @Test("the right number is the rounded one")
  func rounded() throws {
    let frame = Rectangle(x: 8.0, y: 3, width: 44, height: 20)
    let lines = try Self.table([1: frame]) {
      ($0.unit, $0.sizeRounding) = (Rational(3), .up)
    }
    #expect(lines[1].contains("44 (expected 42)"))
    let frames = [1: Rectangle(x: 8.0, y: 3, width: 99, height: 20)]
    let middle = try Self.table(frames) { $0.unit = Rational(16) }
    #expect(middle[1].contains("99 (expected 32 or 48)"))
  }

  @Test("frames that are missing, and guides without frames")
  func missing() throws {
    let guided = [EngineView(id: 1), EngineView(id: 2, isGuide: true)]
    let lines = try Self.table(views: guided, [:]) { $0.hasGuideFrames = false }
    #expect(lines.count == 2 && lines[1].hasPrefix("v1  none (expected 8)  none (free)"))
    #expect(try Self.table(views: guided, [:]).count == 3)
  }

  @Test("many views are counted")
  func many() throws {
    let views = (1...43).map { EngineView(id: $0) }
    let lines = try Self.table(views: views, [:])
    #expect(lines.count == 42 && lines.last == "+3 more views")
  }
}
