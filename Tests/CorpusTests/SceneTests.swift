// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import ExactNumerics
import Foundation
import LayoutEngine
import LayoutModel
import Lowering
import Solvers
import Testing
import TextMeasurement

@testable import Judging

/// Checks properties of scenes beyond their frames: fitting sizes, gaps, photo grids, animations.
@Suite struct SceneTests {
  private static func scenes(_ prefix: String) -> [CorpusFile] {
    CorpusFile.all.filter { $0.testDescription.hasPrefix(prefix) }
  }

  private func load(_ file: CorpusFile) throws -> LayoutCase {
    try CaseFile.decode([UInt8](try Data(contentsOf: file.url)), file: file.url.path)
  }

  private func load(_ name: String) throws -> LayoutCase {
    try load(try #require(CorpusFile.all.first { $0.testDescription == name }))
  }

  @Test("S1: the row ends at the bottom of its last view, which is its fitting height")
  func feedCells() throws {
    let files = Self.scenes("s1-photo-cell-")
    #expect(files.count == 21)
    for file in files {
      let cell = try load(file)
      let size = cell.environment.size
      let answer = try FittingAnswer(.cell(width: size.width), of: cell)
      #expect(answer.exactSize?.height == Rational(size.height), "\(file.testDescription)")
      #expect(answer.gaps.isEmpty && answer.ambiguousAxes.isEmpty)
      var lowest = Rational.zero
      let photos = cell.views.firstIndex { $0.id == "photos" }
      let hasPhotos = cell.views.contains { $0.parent == photos }
      for frame in cell.expectation?.frames ?? []
      where cell.views[frame.view].parent == 0 && (hasPhotos || frame.view != photos) {
        lowest = max(lowest, Rational(frame.rect.y) + Rational(frame.rect.height))
      }
      #expect(lowest == Rational(size.height), "\(file.testDescription)")
    }
  }

  @Test("S1: the photos have the places and the height of a flow layout")
  func photoGrids() throws {
    for file in Self.scenes("s1-photo-cell-") {
      let cell = try load(file)
      let photos = try #require(cell.views.firstIndex { $0.id == "photos" })
      let frames = cell.expectation?.frames ?? []
      let grid = try #require(frames.first { $0.view == photos }).rect
      let items = frames.filter { cell.views[$0.view].parent == photos }.map(\.rect)
      let sizes = items.map { LayoutSize(width: $0.width, height: $0.height) }
      let arrangement = FlowLayout(
        boundsSize: LayoutSize(width: grid.width, height: grid.height),
        sections: [.init(itemSizes: sizes, hasSizesByItem: false)], lineSpacing: 5, itemSpacing: 5
      ).arrange()
      #expect(arrangement.contentHeight == Rational(grid.height), "\(file.testDescription)")
      let places = arrangement.sections[0].items
      #expect(places.count == items.count)
      for (place, item) in zip(places, items) {
        #expect(place.x == Rational(item.x) && place.y == Rational(item.y))
      }
    }
  }

  @Test("S6: the fitting height is 20 + title + subtitle + 20, upright and turned, forced or not")
  func articleCells() throws {
    for (name, height) in [("portrait", 243), ("landscape", 203)] {
      let cell = try load("s6-article-cell-\(name)")
      let answer = try FittingAnswer(.cell(width: cell.environment.size.width), of: cell)
      // 121.5 and 101.5, in halves of a point.
      #expect(answer.exactSize?.height == Rational(Int64(height), 2), "\(name)")
      #expect(answer.size?.height.isSameValue(as: cell.environment.size.height) == true)
    }
    for name in ["taller", "shorter", "much-shorter"] {
      let cell = try load("s6-article-cell-\(name)")
      let answer = try FittingAnswer(.cell(width: 320), of: cell)
      #expect(answer.exactSize?.height == Rational(243, 2), "the frame does not matter: \(name)")
    }
  }

  @Test("S6: turning the device and back restores the first frames")
  func turning() throws {
    var cell = try load("s6-article-cell-portrait")
    let upright = CaseRunner.plain(cell).layoutCase
    cell.environment.size = try load("s6-article-cell-landscape").environment.size
    let turned = CaseRunner.plain(cell).layoutCase
    #expect(turned.views.map(\.intrinsicHeight) != upright.views.map(\.intrinsicHeight))
    cell.environment.size = upright.environment.size
    #expect(CaseRunner.plain(cell).layoutCase == upright)
  }

  @Test(
    "S6: without any one link of the chain the fitting height is 0, and the gap is named",
    arguments: [
      ("title-top", "no constraint connects cell.top to title.top"),
      ("subtitle-top", "no constraint connects title.bottom to subtitle.top"),
      ("subtitle-bottom", "no constraint connects subtitle.bottom to cell.bottom"),
    ])
  func brokenChains(missing: String, text: String) throws {
    let cell = try load("s6-without-\(missing)")
    let answer = try FittingAnswer(.cell(width: 320), of: cell)
    #expect(answer.size?.height == 0)
    #expect(answer.gaps.map(\.text) == [text])
  }

  @Test("S6: rows are 20 + title + subtitle + 20 + 1 high, all at once or when they appear")
  func tables() throws {
    for name in ["s6-table-portrait", "s6-table-landscape"] {
      let cell = try load(name)
      let table = try #require(cell.table)
      let heights = try #require(cell.expectation?.rowHeights)
      #expect(heights.count == table.rows.count && heights.count >= 6)
      for (row, height) in zip(table.rows, heights) where row.height == nil {
        var expected = Rational(41)
        let width = table.width.subtracting(row.accessoryWidth)?.subtracting(40)
        for view in 1...2 {
          var text = try #require(cell.views[view].text)
          if let own = row.texts.first(where: { $0.view == view }) {
            text.string = own.string
            text.measured = []
          }
          let measurer = TextMeasurer(text, scale: cell.environment.scale)
          expected += Rational(text.size(width: width, measurer: measurer).height)
        }
        #expect(Rational(height) == expected, "\(name): \(row)")
      }
      var lazy = table
      lazy.estimatedHeight = 44
      var shown = TableLayout(lazy, prototype: cell, solver: SimplexSolver())
      #expect(shown.measuredCells == 0)
      #expect(!shown.show(from: 0, filling: 100).isEmpty)
      shown.measureAll()
      #expect(shown.contentHeight == TableAnswer(of: cell)?.contentHeight)
    }
  }

  @Test("S6: the encapsulated cells are those that a table makes of the cell")
  func encapsulatedCells() throws {
    let cell = try load("s6-article-cell-portrait")
    let made = EncapsulatedCell.layoutCase(of: cell, size: LayoutSize(width: 320, height: 30))
    let scene = try load("s6-encapsulated-required")
    #expect(made.constraints.suffix(2) == scene.constraints.suffix(2))
    #expect(made.views.dropFirst() == scene.views.dropFirst())
  }

  @Test("S7: throughout the animation the equalities hold for the interpolated constants")
  func animation() throws {
    let start = try load("s7-animation-start")
    let end = try load("s7-animation-end")
    #expect(start.views == end.views)
    func layout(_ layoutCase: LayoutCase) throws -> Layout {
      let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
      let solution = try #require(settled.result.outcome.solution)
      return settled.lowered.layout(from: solution, rounded: false)
    }
    let (first, last) = (try layout(start), try layout(end))
    for step in 0...10 {
      let moment = Double(step) / 10
      // A new layout with interpolated constants has the interpolated frames, because no view
      // reaches a bound on the way.
      var between = start
      for index in between.constraints.indices {
        let (one, other) = (start.constraints[index].constant, end.constraints[index].constant)
        let tenths = one.numerator * Int64(10 - step) + other.numerator * Int64(step)
        between.constraints[index].constant = LayoutNumber(digits: tenths, scale: 1)
      }
      let frames = LayoutAnimation.frames(from: first, to: last, at: moment)
      for (frame, fresh) in zip(frames, try layout(between).frames) {
        let differences = [
          frame.x - fresh.x, frame.y - fresh.y, frame.width - fresh.width,
          frame.height - fresh.height,
        ]
        #expect(differences.allSatisfy { abs($0) < 1e-9 }, "\(moment): \(frame), \(fresh)")
      }
    }
  }
}
