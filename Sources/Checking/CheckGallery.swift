// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON
import LayoutModel
import Reporting
import ToolSupport

/// The parts of a gallery that `check` makes of a file.
package struct CheckGallery {
  /// The lowest severity of findings that get a card.
  let least: FindingSeverity
  /// The size of case files that replaces their own.
  let caseSize: LayoutSize?

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - document: the report on the document.
  ///   - wanted: the requested configurations.
  ///   - onStep: called before each picture.
  /// - Returns: the page of the file.
  func file(
    _ path: String, _ document: DocumentReport, wanted: [CheckConfiguration],
    _ onStep: () -> Void
  ) -> Gallery.File {
    let problems = document.problems.map { problem in
      let diagnostic = problem.diagnostic
      return Gallery.Finding(
        severity: diagnostic.severity == .error ? .error : .warning,
        rule: diagnostic.rule.rawValue, message: diagnostic.message,
        place: place(path, diagnostic.location))
    }
    return Gallery.File(
      path: path, screens: document.screens.map { screen(path, $0, wanted, onStep) },
      problems: problems)
  }

  func file(_ path: String, _ screen: ScreenReport, _ onStep: () -> Void) -> Gallery.File {
    Gallery.File(path: path, screens: [self.screen(path, screen, [.own], onStep)])
  }

  private func screen(
    _ path: String, _ report: ScreenReport, _ wanted: [CheckConfiguration],
    _ onStep: () -> Void
  ) -> Gallery.Screen {
    var devices: [String] = []
    for name in wanted.map(device) where !devices.contains(name) { devices.append(name) }
    return Gallery.Screen(
      name: name(report) ?? path, place: place(path, report.location) ?? path,
      devices: devices, lookedAt: Set(report.looks.map { device($0.configuration) }),
      cards: report.looks.compactMap { look in
        onStep()
        return card(path, report, look)
      }, notChecked: report.unsupported)
  }

  /// Returns a name such as `Login (abc-12-xyz)`; nil for a case file.
  ///
  /// Cells often have equal names.
  private func name(_ report: ScreenReport) -> String? {
    guard let name = report.name, let id = report.id, !name.contains(id) else {
      return report.name
    }
    return "\(name) (\(id))"
  }

  /// Returns the card of a configuration; nil when no finding is severe enough.
  private func card(
    _ path: String, _ report: ScreenReport, _ look: ScreenReport.Look
  ) -> Gallery.Card? {
    var findings: [Gallery.Finding] = []
    var involved: Set<String> = []
    for (finding, cause) in zip(look.findings, look.causes) {
      let severity = report.findings[cause].severity
      guard severity >= least else { continue }
      involved.formUnion(finding.key.objects)
      findings.append(
        Gallery.Finding(
          severity: Gallery.Severity(severity), rule: finding.rule.id, message: finding.message,
          details: finding.details, place: place(path, finding.location ?? report.location),
          cause: cause))
    }
    if findings.isEmpty { return nil }
    let all = Gallery.Severity.allCases
    let sorted = all.flatMap { severity in findings.filter { $0.severity == severity } }
    return Gallery.Card(
      configuration: look.configuration.name, device: device(look.configuration),
      picture: picture(look, report.name ?? path, involved), findings: sorted,
      noteCount: look.findings.count - findings.count,
      command: command(path, report, look.configuration))
  }

  /// Returns the picture of a screen, in which only the subjects of the findings are marked.
  private func picture(
    _ look: ScreenReport.Look, _ name: String, _ involved: Set<String>
  ) -> Gallery.Card.Picture {
    do throws(CommandFailure) {
      let drawn = try DrawnCase(
        look.diagnosed.layoutCase, label: "\(name), \(look.configuration.name)", strategy: nil,
        emphasis: involved)
      var drawing = drawn.drawing
      let diagnosed = look.diagnosed
      for (index, view) in diagnosed.layoutCase.views.enumerated() {
        drawing.names[view.id] = diagnosed.shortName(ofView: index)
      }
      drawing.room = GalleryPage.pictureRoom
      return .svg(drawing.svg)
    } catch {
      return .none(reason: error.messages.joined(separator: "; "))
    }
  }

  private func command(
    _ path: String, _ report: ScreenReport, _ configuration: CheckConfiguration
  ) -> String {
    var words = ["layoutfuzz", "explain", ShellWord.operand(path)]
    if let id = report.id { words += ["--scope", id] }
    words += configuration.options(size: report.id == nil ? caseSize : nil)
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// Returns the title of a column.
  private func device(_ configuration: CheckConfiguration) -> String {
    CheckConfiguration(device: configuration.device, namesDevice: configuration.namesDevice).name
  }

  private func place(_ path: String, _ location: SourceLocation?) -> String? {
    location.map { "\(path):\($0)" }
  }
}

extension Gallery.Severity {
  fileprivate init(_ severity: FindingSeverity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
