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
///                                    stderr.txt      what the process wrote that case.json ended
///                                    report.md       the finding for people
///                                    finding.json    the finding for machines
///
/// `original.json` is on disk before minimizing begins, in `findings/unfinished/`; the folder moves
/// to its bucket when it is complete, so a bucket never holds half a finding. Case ids come from
/// what is in the minimized case: they do not depend on time, order or workers. Nothing is written
/// outside of the `findings` folder.
package struct FindingStore {
  /// More findings of one bucket are counted, not kept.
  package static let foldersPerBucket = 4
  static let unfinished = "unfinished"
  private static let originalName = "original.json"

  /// The `findings` folder.
  package let directory: String
  /// How many findings were handed in for each bucket, kept or not.
  package private(set) var counts: [String: Int] = [:]

  /// - Parameter output: the folder in which the `findings` folder is made when the first finding
  ///   comes.
  package init(output: String) {
    self.output = output
    directory = "\(output)/\(Self.folderName)"
  }

  static let folderName = "findings"
  /// The folder that has the `findings` folder.
  ///
  /// Nothing below it is reached by a symbolic link.
  private let output: String

  /// The reason why no finding can be stored below a folder; nil when nothing is in the way.
  ///
  /// A symbolic link in the place of the `findings` folder could lead outside.
  package static func obstacle(in output: String) -> WriteError? {
    for path in ["\(output)/\(folderName)", "\(output)/\(folderName)/\(unfinished)"] {
      if let code = Folder.obstacle(at: path) { return WriteError(path: path, code: code) }
    }
    return nil
  }

  /// Whether a folder of the store, by the names of the folders on the way, is in the store and not
  /// elsewhere.
  private func hasOwn(_ names: [String]) -> Bool {
    Folder.isInside(output, [Self.folderName] + names)
  }

  /// A finding whose original case is on disk, but not in a bucket yet.
  package struct Draft: Sendable, Hashable {
    package let folder: String
  }

  /// What became of a finding.
  package enum Outcome: Sendable, Hashable {
    /// Its folder is new.
    case new(folder: String)
    /// The same minimized case was there already.
    case known(folder: String)
    /// Its bucket is full: it was only counted.
    case counted

    package var folder: String? {
      switch self {
      case .new(let folder), .known(let folder): return folder
      case .counted: return nil
      }
    }

    /// The folder as `BUCKET/ID`, wherever the store is.
    package var place: String? {
      folder.map { $0.split(scalar: "/", omittingEmpty: true).suffix(2).joined(separator: "/") }
    }
  }

  /// Writes the text of a layout or script as it was found, before anything is tried on it.
  package func begin(bytes: [UInt8]) throws(WriteError) -> Draft {
    try Folder.make(output)
    _ = try Folder.make(Self.folderName, inside: output)
    let parent = try Folder.make(Self.unfinished, inside: directory)
    let name = ContentHash.text(bytes)
    if Folder.subfolders(of: parent).contains(name) {
      // It may have been written down before its turn came.
      if Folder.files(in: "\(parent)/\(name)") == [Self.originalName],
        (try? Self.bytes(of: "\(parent)/\(name)/\(Self.originalName)")) == bytes
      {
        return Draft(folder: "\(parent)/\(name)")
      }
      // What a killed run left of the same finding may have files that no finding has.
      Folder.remove("\(parent)/\(name)")
    }
    let folder = try Folder.make(name, inside: parent)
    try AtomicFile.write(bytes, to: "\(folder)/\(Self.originalName)")
    return Draft(folder: folder)
  }

  /// Completes a finding and moves it to its bucket, unless the bucket has it already or is full.
  ///
  /// - Parameters:
  ///   - draft: the original on disk.
  ///   - files: the other files; the signature of the record can name a folder.
  ///   - replaced: the folder of a finding that this one takes the place of, and which does not
  ///     count any more; nil for a finding that is new.
  ///   - report: makes the text of `report.md`; is given the folder of the finding.
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

  /// Makes folders beside that of the findings.
  package static func makeFolders(_ names: [String], in output: String) throws(WriteError) {
    try Folder.make(output)
    for name in names { _ = try Folder.make(name, inside: output) }
  }

  /// Takes away a folder beside that of the findings, and what is in it.
  package static func removeFolder(_ name: String, in output: String) {
    precondition(Folder.isSafeName(name), "\"\(name)\" is not the name of a folder")
    Folder.remove("\(output)/\(name)")
  }

  /// Takes away the folder of a finding that is to be found again, and its bucket when nothing else
  /// is in it.
  package static func remove(finding folder: String) {
    let parts = folder.split(scalar: "/")
    guard parts.count > 3, parts[parts.count - 3] == "findings",
      parts.suffix(2).allSatisfy(Folder.isSafeName)
    else { return }
    // A kill must not leave a part of it in its bucket, where it would be a finding that cannot be
    // read.
    let names = Array(parts.suffix(2))
    let store = FindingStore(output: parts.dropLast(3).joined(separator: "/"))
    guard store.hasOwn(names) else { return }
    store.discard(taking: folder, id: names[1])
    Folder.removeIfEmpty(parts.dropLast().joined(separator: "/"))
  }

  /// Takes away what a killed run has left of findings that it will make again.
  package func discardUnfinished() {
    if hasOwn([Self.unfinished]) { Folder.remove("\(directory)/\(Self.unfinished)") }
  }

  /// Takes a whole finding out of its bucket, and then away.
  private func discard(taking folder: String, id: String) {
    if let parent = try? Folder.make(Self.unfinished, inside: directory) {
      Folder.remove("\(parent)/\(id)")
      try? Folder.move(folder, to: "\(parent)/\(id)")
      Folder.remove("\(parent)/\(id)")
      Folder.removeIfEmpty(parent)
    }
    // Where it cannot be moved.
    Folder.remove(folder)
  }

  /// Forgets a finding that is not worth a folder.
  package func discard(_ draft: Draft) {
    guard hasOwn([Self.unfinished]) else { return }
    Folder.remove(draft.folder)
    Folder.removeIfEmpty("\(directory)/\(Self.unfinished)")
  }
}
