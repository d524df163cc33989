// SPDX-License-Identifier: MIT

import Digests
import Display
import Processes

/// The findings of campaigns on disk, one folder each, in one folder per bucket.
///
///     findings/<signature>/<case id>/original.json   the case as it was found
///                                    case.json       the smallest case that fails in the same way;
///                                                    `case.script.json` for a script
///                                    choices.txt     the choices that generate it, if any
///                                    certificate.json  the proof of the exact answer to case.json
///                                    stderr.txt      standard error of the process on case.json
///                                    report.md       the finding as a page
///                                    finding.json    the finding as a record
///
/// `original.json` is on disk before minimization begins, in `findings/unfinished/`. The folder
/// moves to its bucket when it is complete, so a bucket never holds half a finding. Case ids depend
/// only on the content of the minimized case, not on time, order or workers. Nothing is written
/// outside of the `findings` folder.
package struct FindingStore {
  /// The most findings of a bucket that are kept; further ones are only counted.
  package static let foldersPerBucket = 4
  static let unfinished = "unfinished"
  static let originalName = FindingRecord.Subject.layout.originalName

  /// The `findings` folder.
  package let directory: String
  /// The number of findings that were handed in for each bucket, kept or not.
  package private(set) var counts: [String: Int] = [:]

  /// - Parameter output: the folder in which the first finding creates the `findings` folder.
  package init(output: String) {
    self.output = output
    directory = "\(output)/\(Self.folderName)"
  }

  package static let folderName = "findings"
  /// The folder that contains the `findings` folder.
  ///
  /// No path below it may use a symbolic link.
  private let output: String

  /// Returns the reason why no finding can be stored below a folder; nil without one.
  ///
  /// A symbolic link in place of the `findings` folder could lead outside.
  package static func obstacle(in output: String) -> WriteError? {
    for path in ["\(output)/\(folderName)", "\(output)/\(folderName)/\(unfinished)"] {
      if let code = Folder.obstacle(at: path) { return WriteError(path: path, code: code) }
    }
    return nil
  }

  /// Whether a folder of the store is inside of it, so that no symbolic link leads to it.
  private func hasOwn(_ names: [String]) -> Bool {
    Folder.isInside(output, [Self.folderName] + names)
  }

  /// A finding whose original case is on disk, but not yet in a bucket.
  package struct Draft: Sendable, Hashable {
    package let folder: String
  }

  /// The result of completing a finding.
  package enum Outcome: Sendable, Hashable {
    /// Its folder is new.
    case new(folder: String)
    /// The bucket already has the same minimized case.
    case known(folder: String)
    /// Its bucket is full: it was only counted.
    case counted

    package var folder: String? {
      switch self {
      case .new(let folder), .known(let folder): return folder
      case .counted: return nil
      }
    }

    /// The folder as `BUCKET/ID`, relative to the store.
    package var place: String? {
      folder.map { $0.split(scalar: "/", omittingEmpty: true).suffix(2).joined(separator: "/") }
    }
  }

  /// Writes the text of a subject as it was found, before any trial on it.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - original: the name of its file.
  /// - Returns: the unfinished finding.
  /// - Throws: when a folder or the file cannot be written.
  package func begin(
    bytes: [UInt8], as original: String = Self.originalName
  ) throws(WriteError) -> Draft {
    try Folder.make(output)
    _ = try Folder.make(Self.folderName, inside: output)
    let parent = try Folder.make(Self.unfinished, inside: directory)
    let name = ContentHash.text(bytes)
    if Folder.subfolders(of: parent).contains(name) {
      // It may have been stored before its turn.
      if Folder.files(in: "\(parent)/\(name)") == [original],
        (try? Self.bytes(of: "\(parent)/\(name)/\(original)")) == bytes
      {
        return Draft(folder: "\(parent)/\(name)")
      }
      // Remains of a killed run for the same finding may include files that no finding has.
      Folder.remove("\(parent)/\(name)")
    }
    let folder = try Folder.make(name, inside: parent)
    try AtomicFile.write(bytes, to: "\(folder)/\(original)")
    return Draft(folder: folder)
  }

  /// Completes a finding and moves it to its bucket, unless the bucket already has it or is full.
  ///
  /// - Parameters:
  ///   - draft: the original on disk.
  ///   - files: the other files; the signature of the record can name a folder.
  ///   - replaced: the folder of a finding that this one replaces, and which no longer counts; nil
  ///     for a new finding.
  ///   - report: returns the text of `report.md` for the folder of the finding.
  /// - Returns: the place of the finding, if it has one.
  /// - Throws: the path that cannot be written, and why.
  package mutating func finish(
    _ draft: Draft, _ files: FindingFiles, replacing replaced: String? = nil,
    report: (_ folder: String) -> String
  ) throws(WriteError) -> Outcome {
    let name = files.record.signature
    let id = ContentHash.text(files.minimized)
    counts[name, default: 0] += 1
    _ = try Folder.make(Self.folderName, inside: output)
    let bucket = try Folder.make(name, inside: directory)
    let folder = "\(bucket)/\(id)"
    if Folder.isFolder(folder) {
      discard(draft)
      return .known(folder: folder)
    }
    let members = Folder.subfolders(of: bucket).filter { "\(bucket)/\($0)" != replaced }
    if members.count >= Self.foldersPerBucket {
      discard(draft)
      return .counted
    }
    let text = ShownText.lines(report(folder) + (files.errors?.section ?? ""))
    for file in files.contents {
      try AtomicFile.write(file.bytes, to: "\(draft.folder)/\(file.name)")
    }
    try AtomicFile.write(Array(text.utf8), to: "\(draft.folder)/report.md")
    try Folder.move(draft.folder, to: folder)
    Folder.removeIfEmpty("\(directory)/\(Self.unfinished)")
    return .new(folder: folder)
  }

  /// Creates folders next to that of the findings.
  package static func makeFolders(_ names: [String], in output: String) throws(WriteError) {
    try Folder.make(output)
    for name in names { _ = try Folder.make(name, inside: output) }
  }

  /// Removes a folder next to that of the findings, with its content.
  package static func removeFolder(_ name: String, in output: String) {
    precondition(Folder.isSafeName(name), "\"\(name)\" is not the name of a folder")
    Folder.remove("\(output)/\(name)")
  }

  /// Removes the folder of a finding that will be found again, and its bucket if that becomes
  /// empty.
  package static func remove(finding folder: String) {
    let parts = folder.split(scalar: "/")
    guard parts.count > 3, parts[parts.count - 3] == "findings",
      parts.suffix(2).allSatisfy(Folder.isSafeName)
    else { return }
    // A kill must not leave a part of it in its bucket, since that would be an unreadable finding.
    let names = Array(parts.suffix(2))
    let store = FindingStore(output: parts.dropLast(3).joined(separator: "/"))
    guard store.hasOwn(names) else { return }
    store.discard(taking: folder, id: names[1])
    Folder.removeIfEmpty(parts.dropLast().joined(separator: "/"))
  }

  /// Whether a file of the smallest subject has the content with which it was stored in a folder,
  /// whose name is its hash.
  package static func isUnchanged(_ bytes: [UInt8], in folder: String) -> Bool {
    folder.split(scalar: "/").last.map { String($0) } == ContentHash.text(bytes)
  }

  /// Removes the unfinished findings of a killed run, which will find them again.
  package func discardUnfinished() {
    if hasOwn([Self.unfinished]) { Folder.remove("\(directory)/\(Self.unfinished)") }
  }

  /// Moves a whole finding out of its bucket and removes it.
  private func discard(taking folder: String, id: String) {
    if let parent = try? Folder.make(Self.unfinished, inside: directory) {
      Folder.remove("\(parent)/\(id)")
      try? Folder.move(folder, to: "\(parent)/\(id)")
      Folder.remove("\(parent)/\(id)")
      Folder.removeIfEmpty(parent)
    }
    // In case it cannot be moved.
    Folder.remove(folder)
  }

  /// Removes a finding that is not worth a folder.
  package func discard(_ draft: Draft) {
    guard hasOwn([Self.unfinished]) else { return }
    Folder.remove(draft.folder)
    Folder.removeIfEmpty("\(directory)/\(Self.unfinished)")
  }
}
