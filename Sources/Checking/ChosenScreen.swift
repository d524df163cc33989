// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import LayoutEngine
import LayoutModel
import Solvers
import ToolSupport

/// The screen or case for `explain`, `solve`, `edit`, `convert` and `fit`.
///
/// It is configured as by `check`: on one device, in one direction, with one set of texts.
package struct ChosenScreen {
  /// The file, the screen, and the configuration unless it is the screen's own.
  package let label: String
  /// The name of the screen, or the file of a case, with the configuration for people.
  package let heading: String
  package let diagnosed: DiagnosedCase
  package let configuration: CheckConfiguration
  /// Whether the recorded frames belong to the configuration.
  package let comparesRecorded: Bool
  /// The parts that the importer could not translate: frames solved without them prove nothing.
  package let unsupported: [String]

  /// The option for the screen of a document.
  package static let scope = OptionSyntax(
    "scope", value: "ID", "the screen of a storyboard or xib, by id or name")

  /// Refuses the option for the screen where an input has no screens.
  ///
  /// - Throws: `.badInput` for an input that is neither a storyboard nor a xib.
  package static func ensureScopeFits(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let scope = arguments.text(scope.name),
      let other = arguments.operands.first(where: { !InputFiles.isDocument($0) })
    else { return }
    throw .badInput(at: other, "not a storyboard or xib: it has no scope '\(scope)' to choose")
  }

  /// The options that choose the screen.
  package static let syntax = [scope] + CheckOptions.ofOne

  /// Reads the input of a command and picks the screen.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - operand: the position of the input among the operands.
  ///   - code: the exit code when a screen has to be chosen.
  /// - Throws: `.badInput` for an input that cannot be read or found, a usage error for several
  ///   configurations.
  package init(
    _ arguments: ParsedArguments, operand: Int = 0, whenSeveral code: ExitCode = .badInput
  ) throws(CommandFailure) {
    let path = try InputFiles.subject(of: arguments.operands[operand])
    let options = try CheckOptions(arguments)
    let file = try InputFiles.read(path)
    guard file.format == .interfaceBuilder else {
      if arguments.text("device") != nil {
        throw .usage(
          "a case file has no devices; --size lays it out in another size",
          seeHelpOf: arguments.command)
      }
      let loaded = try LoadedCase.single(path, scope: arguments.text("scope"))
      let configuration = try options.one(of: nil, command: arguments.command)
      let size = options.matrix.caseSize
      let diagnosed = configuration.diagnosed(loaded.layoutCase, size: size, file: path)
      self.init(
        label: loaded.label, heading: configuration.heading(loaded.label, own: nil, drawnSize: nil),
        diagnosed, configuration, isOwn: diagnosed.layoutCase == loaded.layoutCase,
        unsupported: [])
      return
    }
    let document = InterfaceBuilderImporter.parse(file.bytes, file: path)
    let configuration = try options.one(of: document, command: arguments.command)
    if let remark = document.runtime.flatMap({ options.matrix.remark(onDevicesFor: $0) }) {
      Console.note("layoutfuzz: \(path): note: \(remark)")
    }
    let scope = try LoadedCase.screen(
      arguments.text("scope"), of: configuration.imported(document), whenSeveral: code)
    self.init(
      label: LoadedCase.label(path, scope),
      heading: configuration.heading(
        LoadedCase.title(scope), own: document.device,
        drawnSize: scope.layoutCase.environment.size),
      configuration.diagnosed(scope, file: path), configuration, isOwn: configuration.distance == 0,
      unsupported: scope.unsupported.map(\.rawValue))
  }

  private init(
    label: String, heading: String, _ diagnosed: DiagnosedCase,
    _ configuration: CheckConfiguration, isOwn: Bool, unsupported: [String]
  ) {
    let name = configuration.distance == 0 ? "" : ", \(configuration.name)"
    self.label = label + name
    self.heading = heading
    self.diagnosed = diagnosed
    self.configuration = configuration
    comparesRecorded = isOwn
    self.unsupported = unsupported
  }

  /// The case with its own root, also for a cell that sizes itself.
  package var layoutCase: LayoutCase { diagnosed.layoutCase }

  /// Returns the index of the view with an id, or with a name that no other view has.
  ///
  /// - Throws: `.badInput` with the nearest id or name when there is no such view, and with the ids
  ///   of several views with the name.
  package func view(named name: String) throws(CommandFailure) -> Int {
    let ids = layoutCase.views.map(\.id)
    if let index = ids.firstIndex(of: name) { return index }
    let names = ids.indices.map(diagnosed.names(ofView:))
    let named = ids.indices.filter { names[$0].contains(name) }
    guard let index = named.first else {
      let near = NearestName.suggestion(for: name, among: ids + names.joined())
      throw .badInput(
        at: label,
        "no view '\(name)'" + (near.isEmpty ? "; fix: 'layoutfuzz solve' lists all views" : near))
    }
    guard named.count == 1 else {
      let listed = named.prefix(Self.listedMax).map { ids[$0] }.joined(separator: ", ")
      throw .badInput(
        at: label, "\(named.count) views are named '\(name)'; fix: give an id: \(listed)")
    }
    return index
  }

  /// The largest number of ids of views with one name that a message lists.
  private static let listedMax = 8

  /// Returns the case with its final root: a cell that sizes itself is as large as its contents
  /// require.
  ///
  /// If `keepsStaleFrames`, recorded frames of another size or device are kept.
  ///
  /// - Throws: when the tool contradicts itself.
  package func fitted(keepsStaleFrames: Bool) throws(CommandFailure) -> LayoutCase {
    try fittedScreen(keepsStaleFrames: keepsStaleFrames).layoutCase
  }

  /// Returns `fitted(keepsStaleFrames:)` with the names of its views.
  package func fittedScreen(keepsStaleFrames: Bool) throws(CommandFailure) -> DiagnosedCase {
    do throws(InternalError) {
      let fitted = try FittedCase(diagnosed)
      var layoutCase = fitted.diagnosed.layoutCase
      if !keepsStaleFrames, diagnosed.rootKind != nil, fitted.isResized || !comparesRecorded {
        for index in layoutCase.views.indices { layoutCase.views[index].recordedFrame = nil }
      }
      complainIfUnsettled(layoutCase)
      var diagnosed = fitted.diagnosed
      diagnosed.layoutCase = layoutCase
      return diagnosed
    } catch {
      throw CommandFailure(.internalError, [error.message])
    }
  }

  /// Warns on standard error when the passes of layout do not converge: then each pass gives other
  /// frames.
  private func complainIfUnsettled(_ layoutCase: LayoutCase) {
    guard !layoutCase.isPlain else { return }
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    guard !settled.isSettled else { return }
    let names = settled.unsettledViews.map { diagnosed.phrase(ofView: $0) }
      .joined(separator: ", ")
    Console.note(
      "layoutfuzz: \(Printable.line(label)): note: the layout does not settle in \(settled.passes) passes,"
        + " frames are those of the last one: \(Printable.line(names))")
  }

  /// Lists the parts that were not translated on standard error.
  package func complainOfUnsupported() {
    guard !unsupported.isEmpty else { return }
    Console.note(
      "layoutfuzz: \(label): note: not translated, so the frames prove nothing: "
        + unsupported.joined(separator: ", "))
  }
}
