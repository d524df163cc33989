// SPDX-License-Identifier: MIT

import BenchmarkKit
import CaseFormats
import Foundation
import Judging
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import RegularFiles

/// The items that are read from files.
package struct SuiteFiles: Sendable {
  /// The top folder of a checkout.
  package let root: String
  /// The user's document whose first screen is resized; nil for the project's own.
  package let storyboard: String?

  package init(root: String, storyboard: String? = nil) {
    self.root = root
    self.storyboard = storyboard
  }

  /// Returns the checkout that contains one of the places; nil when there is none.
  package static func checkout(around places: [String]) -> String? {
    for place in places {
      var folder = URL(fileURLWithPath: place).standardizedFileURL
      // A path has fewer parts than characters.
      for _ in 0..<max(1, place.count + folder.path.count) {
        let scenes = folder.appendingPathComponent("Corpus/scenes").path
        if FileManager.default.fileExists(atPath: scenes) { return folder.path }
        if folder.path == "/" { break }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  private static let caseSuffix = ".case.json"

  /// Returns the names of the case files of a folder, in order.
  private func caseFiles(in folder: String) throws(SuiteFailure) -> [String] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
      return names.filter { $0.hasSuffix(Self.caseSuffix) }.sorted()
    } catch {
      throw SuiteFailure("\(folder): \(error.localizedDescription)")
    }
  }

  private func bytes(_ path: String) throws(SuiteFailure) -> [UInt8] {
    do throws(RegularFile.Problem) {
      return try RegularFile.read(path)
    } catch {
      throw SuiteFailure("\(path): cannot be read: \(error.sentence)")
    }
  }

  /// Reads a case file by its path below the checkout.
  private func layoutCase(_ file: String) throws(SuiteFailure) -> LayoutCase {
    let bytes = try bytes("\(root)/\(file)")
    do throws(CaseFileError) {
      return try CaseFile.decode(bytes, file: file)
    } catch {
      throw SuiteFailure("\(error)")
    }
  }

  // MARK: - Scenes and captures

  /// Returns the scenes of the corpus: all variants of one are solved together, as plain systems.
  func scenes() throws(SuiteFailure) -> [SuiteItem] {
    let folder = "Corpus/scenes"
    let names = try caseFiles(in: folder)
    return (1...6).map { scene in
      let own = names.filter { $0.hasPrefix("s\(scene)-") }
      return SuiteItem("scene/s\(scene)", isSmoke: scene == 2) { () throws(SuiteFailure) in
        if own.isEmpty { throw SuiteFailure("\(folder): no case of scene \(scene)") }
        var systems: [LinearSystem] = []
        for name in own {
          systems.append(CaseRunner.plain(try layoutCase("\(folder)/\(name)")).system)
        }
        return .solving(systems)
      }
    }
  }

  /// Returns hard cases that a search has found; a checkout may have none.
  func captures() throws(SuiteFailure) -> [SuiteItem] {
    let folder = "Benchmarks/Captures"
    guard FileManager.default.fileExists(atPath: "\(root)/\(folder)") else { return [] }
    return try caseFiles(in: folder).map { name in
      SuiteItem("capture/\(name.dropLast(Self.caseSuffix.count))") { () throws(SuiteFailure) in
        .solving([CaseRunner.plain(try layoutCase("\(folder)/\(name)")).system])
      }
    }
  }

  // MARK: - Whole layouts

  /// Returns a table with the given number of rows, all different, of the cell of scene S6: every
  /// row is measured.
  func table(rows: Int) -> SuiteItem {
    SuiteItem("table/\(rows)", growth: .init(series: "table", size: rows)) {
      () throws(SuiteFailure) in
      let cell = try layoutCase("Corpus/scenes/s6-article-cell-portrait.case.json")
      let content = TableContent(
        width: cell.environment.size.width, rows: TableContent.variedRows(rows, of: cell))
      return PreparedWork(
        inputs: { Digest.of([cell]) ^ Digest.of(content.rows.flatMap { Array("\($0)".utf8) }) }
      ) { solver in table(content, cell, solver) }
    }
  }

  private func table(
    _ content: TableContent, _ cell: LayoutCase, _ solver: some Solver
  ) -> WorkResult {
    let table = TableLayout(content, prototype: cell, solver: solver)
    var result = WorkResult()
    result.add("cellOperations", table.cellOperations)
    result.add("measuredBytes", table.measuredBytes)
    result.add("measuredCells", table.measuredCells)
    result.add("passes", table.passes)
    result.answers.append(
      .laidOut {
        var table = table
        let fits = content.rows.indices.allSatisfy { table.height(ofRow: $0).origin == .fitting }
        let heights = content.rows.indices.map { "\(table.height(ofRow: $0).points)" }
        return (
          fits ? .optimal : .gaveUp,
          Digest.of(Array(heights.joined(separator: " ").utf8))
        )
      })
    return result
  }

  private static let windowWidths = 40

  /// Returns windows dragged from their width to half of it: each width is laid out with all its
  /// passes.
  func windows() throws(SuiteFailure) -> [SuiteItem] {
    var items = [
      SuiteItem("window/article") { () throws(SuiteFailure) in
        resizing(try layoutCase("Corpus/scenes/s6-article-cell-landscape.case.json"))
      }
    ]
    let path = storyboard ?? "\(root)/Corpus/documents/banner.storyboard"
    items.append(
      SuiteItem("window/storyboard") { () throws(SuiteFailure) in
        let document = InterfaceBuilderImporter.importDocument(try bytes(path), file: path)
        guard let scope = document.scopes.first else {
          throw SuiteFailure("\(path): \(document.unusableReason ?? "has no screens")")
        }
        return resizing(scope.layoutCase)
      })
    return items
  }

  private func resizing(_ layoutCase: LayoutCase) -> PreparedWork {
    let full = layoutCase.environment.size.width
    let cases = (0..<Self.windowWidths).map { step in
      var narrower = layoutCase
      let points = Int(full.doubleValue) - Int(full.doubleValue) * step / (2 * Self.windowWidths)
      narrower.environment.size.width = LayoutNumber(max(1, points))
      narrower.expectation = nil
      return narrower
    }
    return PreparedWork(inputs: { Digest.of(cases) }) { solver in
      var result = WorkResult()
      for layoutCase in cases {
        let settled = LayoutEngine.settle(layoutCase, solver: solver)
        result.add(settled.result.work)
        result.add("passes", settled.passes)
        result.answers.append(
          .laidOut {
            let outcome = settled.result.outcome
            return (Answer.Outcome(outcome), Digest.of(outcome))
          })
      }
      return result
    }
  }
}
