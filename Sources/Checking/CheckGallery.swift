// SPDX-License-Identifier: MIT

import Diagnosis
import LayoutModel
import Reporting
import ToolSupport

/// The pictures of a gallery that `check` draws of a file.
package struct CheckGallery {
  /// The lowest severity of findings that get a card.
  let least: FindingSeverity

  /// - Parameters:
  ///   - document: the report on the document.
  ///   - wanted: the requested configurations.
  ///   - onStep: called before each picture.
  /// - Returns: the pictures of each screen.
  func pictures(
    _ document: DocumentReport, wanted: [CheckConfiguration], _ onStep: () -> Void
  ) -> [ScreenPictures] {
    document.screens.map { pictures($0, wanted, onStep) }
  }

  /// Returns the pictures of a screen; those of all its configurations only if it has a finding
  /// that is severe enough.
  func pictures(
    _ report: ScreenReport, _ wanted: [CheckConfiguration], _ onStep: () -> Void
  ) -> ScreenPictures {
    var devices: [String] = []
    for name in wanted.map(device) where !devices.contains(name) { devices.append(name) }
    let isShown = report.findings.map { $0.severity >= least }
    var shots: [ScreenPictures.Shot?] = report.findings.map { _ in nil }
    var thumbnails: [Thumbnail?] = report.looks.map { _ in nil }
    if isShown.contains(true) {
      for (number, look) in report.looks.enumerated() {
        onStep()
        let causes = Set(look.causes).filter { isShown[$0] && shots[$0] == nil }.sorted()
        let subjects = Set(look.findings.flatMap(\.key.objects))
        let drawn = drawn(look, report.name ?? "", subjects)
        if case .success(let drawn) = drawn { thumbnails[number] = drawn.thumbnail }
        for cause in causes {
          shots[cause] = .init(
            picture: picture(drawn, look, cause),
            frames: report.looks.indices.filter { report.looks[$0].causes.contains(cause) },
            unjudged: report.looks.indices.filter {
              !report.looks[$0].judgedRules.judges(report.findings[cause].finding.rule)
            })
        }
      }
    }
    let frames = zip(report.looks, thumbnails).map { look, thumbnail in
      ScreenPictures.Frame(
        name: look.configuration.phrase, shortName: look.configuration.shortPhrase,
        device: device(look.configuration), thumbnail: thumbnail)
    }
    return ScreenPictures(devices: devices, frames: frames, shots: shots)
  }

  private func drawn(
    _ look: ScreenReport.Look, _ name: String, _ subjects: Set<String>
  ) -> Result<DrawnCase, CommandFailure> {
    do throws(CommandFailure) {
      let label = name.isEmpty ? look.configuration.phrase : "\(name), \(look.configuration.phrase)"
      return .success(
        try DrawnCase(look.diagnosed.layoutCase, label: label, strategy: nil, emphasis: subjects))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the picture of a cause, in which only its subjects are marked.
  private func picture(
    _ drawn: Result<DrawnCase, CommandFailure>, _ look: ScreenReport.Look, _ cause: Int
  ) -> ScreenPictures.Shot.Picture {
    switch drawn {
    case .success(let drawn):
      let findings = zip(look.findings, look.causes).filter { $0.1 == cause }.map(\.0)
      var drawing = drawn.drawing(of: Set(findings.flatMap(\.key.objects)))
      let diagnosed = look.diagnosed
      for (index, view) in diagnosed.layoutCase.views.enumerated() {
        drawing.names[view.id] =
          diagnosed.pictureName(
            ofView: index, isImportant: drawing.emphasis.contains(index)) ?? ""
      }
      drawing.room = GalleryPage.pictureRoom
      return .svg(drawing.bareSVG)
    case .failure(let failure):
      return .none(reason: failure.messages.joined(separator: "; "))
    }
  }

  /// Returns the title of a column.
  private func device(_ configuration: CheckConfiguration) -> String {
    CheckConfiguration(device: configuration.device).phrase
  }
}
