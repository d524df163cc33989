// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import Testing

@testable import CaseFormats

/// Returns the views and guides of a random case, without its constraints.
private func hierarchy(_ seed: UInt64) -> LayoutCase {
  var layoutCase = RandomCase.make(seed: seed)
  layoutCase.constraints = []
  layoutCase.expectation = nil
  return layoutCase
}

@Suite("Visual formats: there and back")
struct VisualFormatPropertyTests {
  @Test("a random format, printed and parsed, gives the same well-formed constraints")
  func formats() throws {
    for seed in UInt64(0)..<800 {
      let hierarchy = hierarchy(seed % 50)
      var maker = RandomFormat(hierarchy, seed: seed)
      let axis = maker.pick(Axis.allCases)
      let options = maker.options(axis)
      let format = maker.format(axis, options)
      let parser = VisualFormatParser(
        hierarchy: hierarchy, views: maker.views, metrics: RandomFormat.metrics, options: options)
      let meant = try parser.constraints(of: format, text: "")
      #expect(try parser.constraints(of: format.text) == meant, "seed \(seed): \(format.text)")
      var layoutCase = hierarchy
      layoutCase.constraints = meant
      #expect(layoutCase.validate() == [], "seed \(seed): \(format.text)")
    }
  }

  /// Parses the lines of a result and compares them with the constraints that they stand for.
  private func check(_ layoutCase: LayoutCase, _ views: [String: Item], _ context: String) throws {
    let result = VisualFormatPrinter.print(layoutCase) { RandomFormat.name($0) }
    for line in result.lines {
      let parser = VisualFormatParser(hierarchy: layoutCase, views: views, options: line.options)
      let parsed = try parser.constraints(of: line.format.text)
      #expect(
        parsed.map(\.canonical) == line.constraints.map { layoutCase.constraints[$0].canonical },
        "\(context): \(line.format.text)")
    }
    let accounted = (result.lines.flatMap(\.constraints) + result.rest).sorted()
    #expect(accounted == Array(layoutCase.constraints.indices), "\(context)")
  }

  @Test("constraints of random cases, printed and parsed, are the same; all are printed or left")
  func cases() throws {
    for seed in UInt64(0)..<300 {
      let layoutCase = RandomCase.make(seed: seed)
      try check(layoutCase, RandomFormat(layoutCase, seed: seed).views, "seed \(seed)")
    }
  }

  @Test(
    "constraints of random formats, shuffled and turned around, are all printed except alignments")
  func shuffled() throws {
    for seed in UInt64(0)..<200 {
      var layoutCase = hierarchy(seed % 50)
      var maker = RandomFormat(layoutCase, seed: seed)
      for _ in 0...maker.below(4) {
        let axis = maker.pick(Axis.allCases)
        let options = maker.options(axis)
        let parser = VisualFormatParser(
          hierarchy: layoutCase, views: maker.views, metrics: RandomFormat.metrics,
          options: options)
        layoutCase.constraints += try parser.constraints(
          of: maker.format(axis, options), text: "", from: layoutCase.constraints.count + 1)
      }
      for index in layoutCase.constraints.indices {
        layoutCase.constraints.swapAt(index, maker.below(layoutCase.constraints.count))
        let other = layoutCase.constraints[index]
        if maker.chance(2) {
          layoutCase.constraints[index] = other.canonical
          layoutCase.constraints[index].id = other.id
        }
      }
      try check(layoutCase, maker.views, "seed \(seed)")
      let result = VisualFormatPrinter.print(layoutCase) { RandomFormat.name($0) }
      for index in result.rest {
        let left = layoutCase.constraints[index]
        #expect(left.first.attribute == left.second?.attribute, "seed \(seed): \(left)")
      }
    }
  }

  @Test("20,000 damaged formats are refused at a place in them, or give well-formed constraints")
  func mutants() throws {
    let hierarchy = hierarchy(3)
    var layoutCase = hierarchy
    var accepted = 0
    let seed: UInt64 = 20_261_121
    var maker = RandomFormat(hierarchy, seed: seed)
    let parser = VisualFormatParser(
      hierarchy: hierarchy, views: maker.views, metrics: RandomFormat.metrics)
    let originals = (0..<200).map { _ in
      Array(maker.format(maker.pick(Axis.allCases), VisualFormatOptions()).text.utf8)
    }
    for index in 0..<20_000 {
      let text = maker.damaged(originals[index % originals.count])
      do throws(VisualFormatError) {
        layoutCase.constraints = try parser.constraints(of: text)
        accepted += 1
        #expect(layoutCase.isValid, "seed \(seed) index \(index): \(text)")
      } catch {
        let isInside = (0...text.utf8.count).contains(error.offset)
        #expect(isInside, "seed \(seed) index \(index): \(error)")
        if index % 20 == 0 { #expect(error.excerpt.hasSuffix("^")) }
      }
    }
    // Both outcomes must occur, or the test covers only one half of the code.
    #expect(accepted > 1000 && accepted < 19_000, "\(accepted) accepted, seed \(seed)")
  }
}

extension RandomFormat {
  fileprivate mutating func damaged(_ original: [UInt8]) -> String {
    var bytes = original
    for _ in 0...below(2) {
      let place = below(bytes.count + 1)
      switch below(5) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2: bytes.removeLast(min(bytes.count, below(4)))
      case 3:
        let end = min(bytes.count, place + 1 + below(10))
        if place < end {
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count))
        }
      default:
        let parts = [
          "-", "(", ")", "[", "]", "|", "@", ",", ">=", "=", "9e9", "nan", "é", "\0", "v1",
        ]
        bytes.insert(contentsOf: Array(pick(parts).utf8), at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
