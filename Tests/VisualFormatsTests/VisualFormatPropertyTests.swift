// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import TestSupport
import Testing

@testable import VisualFormats

/// The views and guides of any case, without its constraints.
private let hierarchies = Generator.anyCase.map { layoutCase in
  var layoutCase = layoutCase
  layoutCase.constraints = []
  layoutCase.expectation = nil
  return layoutCase
}

/// A format, and the hierarchy and options with which it is read.
private struct FormatSample: CustomTestStringConvertible {
  let hierarchy: LayoutCase
  let options: VisualFormatOptions
  let format: VisualFormat

  var testDescription: String { "\(format.text)\n\(options)\n\(hierarchy.testDescription)" }

  static func formats(of hierarchies: Generator<LayoutCase>) -> Generator<FormatSample> {
    hierarchies.drawing { hierarchy, draws in
      var maker = RandomFormat(hierarchy, draws)
      let (format, options) = maker.formatAndOptions()
      draws = maker.draws
      return FormatSample(hierarchy: hierarchy, options: options, format: format)
    }
  }
}

/// Constraints of formats, shuffled and turned around.
private let shuffledCases = hierarchies.drawing { hierarchy, draws in
  var layoutCase = hierarchy
  layoutCase.constraints = draws.list(1...4) { draws in
    var maker = RandomFormat(hierarchy, draws)
    let (format, options) = maker.formatAndOptions()
    draws = maker.draws
    let parser = VisualFormatParser(
      hierarchy: hierarchy, views: maker.views, metrics: RandomFormat.metrics, options: options)
    // A format that is not parsed is a failure of the first property.
    return (try? parser.constraints(of: format, text: "")) ?? []
  }.flatMap { $0 }
  for index in layoutCase.constraints.indices {
    let last = layoutCase.constraints.count - 1
    layoutCase.constraints.swapAt(index, draws.integer(in: index...last))
    if draws.chance() { layoutCase.constraints[index] = layoutCase.constraints[index].canonical }
    layoutCase.constraints[index].id = "c\(index + 1)"
  }
  return layoutCase
}

@Suite("Visual formats: there and back")
struct VisualFormatPropertyTests {
  @Test("a random format, printed and parsed, gives the same well-formed constraints")
  func formats() {
    forAll(FormatSample.formats(of: hierarchies), count: 4_000) { sample in
      let parser = VisualFormatParser(
        hierarchy: sample.hierarchy, views: RandomFormat.views(of: sample.hierarchy),
        metrics: RandomFormat.metrics, options: sample.options)
      let meant = try parser.constraints(of: sample.format, text: "")
      try claim(try parser.constraints(of: sample.format.text), is: meant)
      var layoutCase = sample.hierarchy
      layoutCase.constraints = meant
      try claim(layoutCase.validate(), is: [])
      return .holds
    }
  }

  /// Parses the printed lines of a case and compares them with the constraints that they stand for.
  ///
  /// Returns the constraints that are not printed.
  private func check(_ layoutCase: LayoutCase) throws -> [Int] {
    let result = VisualFormatPrinter.print(layoutCase) { RandomFormat.name($0) }
    let views = RandomFormat.views(of: layoutCase)
    for line in result.lines {
      let parser = VisualFormatParser(hierarchy: layoutCase, views: views, options: line.options)
      let parsed = try parser.constraints(of: line.format.text)
      try claim(
        parsed.map(\.canonical), is: line.constraints.map { layoutCase.constraints[$0].canonical },
        line.format.text)
    }
    let accounted = (result.lines.flatMap(\.constraints) + result.rest).sorted()
    try claim(accounted, is: Array(layoutCase.constraints.indices))
    return result.rest
  }

  @Test("constraints of random cases, printed and parsed, are the same; all are printed or left")
  func cases() {
    forAll(.anyCase, count: 1_500) { layoutCase in
      _ = try check(layoutCase)
      return .holds
    }
  }

  @Test(
    "constraints of random formats, shuffled and turned around, are all printed except alignments")
  func shuffled() {
    forAll(shuffledCases, count: 1_000) { layoutCase in
      if layoutCase.constraints.isEmpty { return .notApplicable }
      for index in try check(layoutCase) {
        let left = layoutCase.constraints[index]
        try claim(left.first.attribute == left.second?.attribute, "not printed: \(left)")
      }
      return .holds
    }
  }

  @Test("20,000 damaged formats are refused at a place in them, or give well-formed constraints")
  func mutants() {
    let hierarchy = VisualFormatSample.hierarchy
    let parser = VisualFormatParser(
      hierarchy: hierarchy, views: RandomFormat.views(of: hierarchy), metrics: RandomFormat.metrics)
    let damaged = FormatSample.formats(of: .always(hierarchy)).drawing { sample, draws in
      var maker = RandomFormat(hierarchy, draws)
      let text = maker.damaged(Array(sample.format.text.utf8))
      draws = maker.draws
      return text
    }
    let kinds: KeyValuePairs = ["accepted": 5, "refused": 5]
    forAll(damaged, count: 20_000, quick: 20_000, kinds: kinds) { text, kinds in
      do throws(VisualFormatError) {
        var layoutCase = hierarchy
        layoutCase.constraints = try parser.constraints(of: text)
        kinds.note("accepted")
        return .when(layoutCase.isValid, else: "not valid")
      } catch {
        kinds.note("refused")
        return .when(
          (0...text.utf8.count).contains(error.offset) && error.excerpt.hasSuffix("^"),
          else: "refused at \(error.offset): \(error)")
      }
    }
  }
}

extension RandomFormat {
  fileprivate mutating func formatAndOptions() -> (VisualFormat, VisualFormatOptions) {
    let axis = pick(Axis.allCases)
    let options = options(axis)
    return (format(axis, options), options)
  }

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
