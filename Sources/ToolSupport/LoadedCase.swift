// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel
import VisualFormats

/// A well-formed case with its place in its input.
package struct LoadedCase {
  /// The file, and the screen if the document has several: `Main.storyboard: Login (abc-12-xyz)`.
  package let label: String
  /// The path of the file.
  package let path: String
  package let layoutCase: LayoutCase
  /// The parts that the importer could not translate: frames solved without them prove nothing.
  package let unsupported: [String]
  /// The screen of the document; nil for a case file.
  package let scope: ImportedScope?

  /// Reads the case of a case file or of a text of visual formats.
  ///
  /// - Throws: `.badInput` with the place in the file and the expected text.
  package static func fromCaseFile(_ file: InputFiles.File) throws(CommandFailure) -> LoadedCase {
    do throws(CaseFileError) {
      let layoutCase =
        InputFiles.isVisualFormat(file.path)
        ? try VisualFormatFile.decode(file.bytes, file: file.path)
        : try CaseFile.decode(file.bytes, file: file.path)
      return LoadedCase(label: file.path, path: file.path, layoutCase: layoutCase)
    } catch {
      if let other = OwnFile.mismatch(
        file.path, file.bytes, expected: [.layoutCase], need: "a case file is needed")
      {
        throw other
      }
      var error = error
      if let marker = MergeMarker(in: file.bytes) {
        (error.message, error.location) = (marker.message, marker.location)
      }
      throw unusable(error, file.bytes)
    }
  }

  /// Returns the error in a damaged case file or text of visual formats.
  ///
  /// Nil for one that can be read, and for a file of another kind or version.
  package static func damage(of file: InputFiles.File) -> Diagnostic? {
    do throws(CaseFileError) {
      _ =
        InputFiles.isVisualFormat(file.path)
        ? try VisualFormatFile.decode(file.bytes, file: file.path)
        : try CaseFile.decode(file.bytes, file: file.path)
      return nil
    } catch {
      let mismatch = OwnFile.mismatch(
        file.path, file.bytes, expected: [.layoutCase], need: "a case file is needed")
      if mismatch != nil || isOfOtherVersion(file.bytes) { return nil }
      var diagnostic = error.diagnostic
      if let marker = MergeMarker(in: file.bytes) {
        (diagnostic.message, diagnostic.location) = (marker.message, marker.location)
      } else if let first = error.message.split(separator: "\n").first {
        diagnostic.message = String(first)
      }
      return diagnostic
    }
  }

  private static func isOfOtherVersion(_ bytes: [UInt8]) -> Bool {
    let version = (try? JSONParser.parse(bytes))?["layoutfuzz"]?.int
    return version.map { $0 != CaseFile.version } ?? false
  }

  /// Returns the failure of a file, with the format or the line, and the mark below its fault, as
  /// lines of their own.
  private static func unusable(_ error: CaseFileError, _ bytes: [UInt8]) -> CommandFailure {
    var error = error
    var lines = error.message.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    guard InputFiles.isVisualFormat(error.file), lines.count == 3 else {
      return .badInput(
        error.file, bytes, JSONError(location: error.location, message: error.message))
    }
    error.message = lines.removeFirst()
    return CommandFailure(.badInput, ["\(error)"], details: lines)
  }

  /// Reads the case for a command about one case: that of a case file, or the chosen screen of a
  /// document.
  ///
  /// `scope` is the id of the screen, or its name if no other screen has it. It is needed when the
  /// document has several. `code` is the exit code when a screen has to be chosen.
  ///
  /// - Throws: `.badInput` for an input that cannot be read or has no such screen; `code` when a
  ///   screen has to be chosen.
  package static func single(
    _ path: String, scope: String?, whenSeveral code: ExitCode = .badInput
  ) throws(CommandFailure) -> LoadedCase {
    let file = try InputFiles.read(path)
    guard file.format == .interfaceBuilder else {
      if let scope { throw .badInput(at: path, "a case file has no scope '\(scope)' to choose") }
      return try fromCaseFile(file)
    }
    let document = InterfaceBuilderImporter.importDocument(file.bytes, file: path)
    return LoadedCase(path, try screen(scope, of: document, whenSeveral: code))
  }

  /// Returns the chosen screen of a document.
  ///
  /// - Throws: `code` with the screens to choose from, `.badInput` for a document that cannot be
  ///   used.
  package static func screen(
    _ scope: String?, of document: ImportedDocument, whenSeveral code: ExitCode = .badInput
  ) throws(CommandFailure) -> ImportedScope {
    if let reason = document.unusableReason { throw unusable(document, reason) }
    let path = document.file
    guard let scope else {
      guard let only = document.scopes.first else {
        throw .badInput(at: path, "no screens in this document")
      }
      if document.scopes.count == 1 { return only }
      throw choice(
        "\(path): has several screens; choose one with --scope:", among: document.scopes, code)
    }
    if let found = document.scopes.first(where: { $0.id == scope }) { return found }
    let named = document.scopes.filter { $0.name == scope }
    if let only = named.first, named.count == 1 { return only }
    if !named.isEmpty {
      throw choice(
        "\(path): \(named.count) screens are called '\(scope)'; choose one by its id:", among: named
      )
    }
    let words = document.scopes.map(\.id) + document.scopes.map(\.name)
    let suggestion = NearestName.suggestion(for: scope, among: words)
    throw choice(
      "\(path): no screen '\(scope)'"
        + suggestion,
      among: document.scopes)
  }

  package init(_ path: String, _ scope: ImportedScope) {
    self.init(
      label: LoadedCase.label(path, scope), path: path, layoutCase: scope.layoutCase,
      unsupported: scope.unsupported.map(\.rawValue), scope: scope)
  }

  private init(
    label: String, path: String, layoutCase: LayoutCase, unsupported: [String] = [],
    scope: ImportedScope? = nil
  ) {
    self.label = label
    self.path = path
    self.layoutCase = layoutCase
    self.unsupported = unsupported
    self.scope = scope
  }

  /// The largest number of screens in a message.
  private static let listed = 20

  /// Returns the failure of a document with several screens, with ids and names, one a line.
  private static func choice(
    _ message: String, among scopes: [ImportedScope], _ code: ExitCode = .badInput
  ) -> CommandFailure {
    var lines = scopes.prefix(listed).map { "\($0.id)  \(title($0))" }
    if scopes.count > listed { lines.append("and \(scopes.count - listed) more") }
    return CommandFailure(code, [message] + lines.map(Printable.line))
  }

  /// Returns the name of a screen, or its kind where it has none.
  package static func title(_ scope: ImportedScope) -> String {
    scope.name.isEmpty ? scope.kind.rawValue : scope.name
  }

  package static func label(_ path: String, _ scope: ImportedScope) -> String {
    Printable.line("\(path): \(title(scope)) (\(scope.id))")
  }

  /// Returns the failure of a document that cannot be used, with the importer's errors.
  package static func unusable(_ document: ImportedDocument, _ reason: String) -> CommandFailure {
    let errors = document.diagnostics.filter { $0.severity == .error }.map(\.description)
    return CommandFailure(.badInput, errors.isEmpty ? ["\(document.file): \(reason)"] : errors)
  }
}
