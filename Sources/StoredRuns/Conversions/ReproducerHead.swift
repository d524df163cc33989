// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Display
import ToolSupport

/// The head of a file for another program, which describes the finding of its case.
///
/// It names the wrong strategy, the campaign, and the command to replay it.
package struct ReproducerHead {
  private let record: FindingRecord
  private let folder: String
  private let isChanged: Bool
  /// Whether the file differs from the campaign's file, whose id is in the name of its folder.
  private let isEdited: Bool
  /// The bucket with the beginning of the case's id, so that every finding has another name.
  let name: String

  /// Reads the finding of an input; nil for a case without one.
  ///
  /// An unreadable finding is reported on standard error, and left out: the case itself can be
  /// converted.
  ///
  /// - Parameters:
  ///   - path: that of the input.
  ///   - isChanged: whether the input is laid out in another size or direction than its own.
  package init?(of path: String, isChanged: Bool) {
    guard path == "case.json" || path.ends(with: "/case.json") else { return nil }
    do throws(CommandFailure) {
      guard let (record, folder) = try StoredCase.finding(at: path) else { return nil }
      self.record = record
      self.folder = folder
      self.isChanged = isChanged
      let bytes = (try? InputFiles.contents(ofFile: path)) ?? []
      name = "\(record.signature)-\(ContentHash.text(bytes, digits: 8))"
      isEdited = Self.isEdited(bytes, in: folder)
    } catch {
      Console.note(
        "layoutfuzz: note: what was found is left out: "
          + Printable.line(error.messages.joined(separator: "; ")))
      return nil
    }
  }

  /// Whether the name of a folder is that of another case than the one with these bytes.
  static func isEdited(_ bytes: [UInt8], in folder: String) -> Bool {
    let id = ContentHash.text(bytes)
    let parent = folder.split(scalar: "/", omittingEmpty: true).last ?? ""
    return parent != id && parent.count == id.count
      && parent.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// Cuts a text to 200 characters, since some formats limit their lines; texts of this tool are
  /// shorter.
  static func cut(_ text: String) -> String {
    text.count > 200 ? "\(text.prefix(200))..." : text
  }

  /// The strategy that the finding accuses.
  var accused: String { record.accused.name }

  /// The lines of the head, without marks of comments.
  package var lines: [String] {
    var lines = [
      "Finding: \(record.signature)",
      "Wrong: \(record.accused) (\(record.verdict)): \(Self.cut(record.summary))",
    ]
    var origin = "Found by: "
    if let seed = record.seed, let index = record.caseIndex {
      origin += "seed \(seed), case \(index)"
      if let profile = record.profile { origin += ", profile \(Self.cut(profile))" }
      origin += ", "
    }
    lines.append(origin + "layoutfuzz \(record.toolVersion)")
    lines.append("Replay: " + record.replayCommand(of: folder))
    if isChanged {
      lines.append("Changed: laid out as options of convert say; the finding is of the stored case")
    }
    if isEdited {
      lines.append("Changed: case.json was edited since; what was found need not be so any more")
    }
    return lines
  }
}
