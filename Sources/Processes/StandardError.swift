// SPDX-License-Identifier: MIT

import Display
import LinearModel

/// What a process wrote to standard error before it ended, as a text that harms nobody who reads
/// it: the content of `stderr.txt` of a finding.
///
/// It is evidence and nothing else: no bucket, id, digest or record depends on it. What differs
/// from run to run is written in the same way each time, as far as it can be told: the number of
/// the process where it is called one, and addresses in memory.
package struct StandardError: Sendable, Hashable {
  /// The name of the file beside the case.
  package static let fileName = "stderr.txt"
  /// The most bytes of its lines.
  package static let bytesMax = 16 << 10
  /// The most lines of it in `report.md`.
  private static let reportedMax = 40
  /// Addresses have more digits than this; sizes and places in a program have fewer.
  private static let placeDigitsMax = 8
  private static let leftOut = "(what came before is left out)"

  /// The last whole lines; of a single one that is too long, its end.
  package let lines: [String]
  /// Whether there was more before.
  package let isCut: Bool
  /// Whether it is about the end of the process: else somebody ended it, at no moment in
  /// particular.
  package let isLast: Bool

  /// - Parameters:
  ///   - bytes: the end of what the process wrote.
  ///   - isCut: whether there was more before these.
  ///   - process: its number; nil when nobody knows.
  ///   - isLast: whether the process ended by itself.
  /// - Returns: nil when there is nothing to be read.
  package init?(
    _ bytes: some Collection<UInt8>, isCut: Bool = false, process: Int32? = nil, isLast: Bool = true
  ) {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    var raw = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // The first one has lost its beginning.
    if isCut, raw.count > 1 { raw = raw.dropFirst() }
    let number = process.map { "\($0)" }
    let all = raw.map { Self.line(String($0), process: number) }
    guard let end = all.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    (lines, self.isCut) = Self.bounded(all[...end], isCut: isCut)
    self.isLast = isLast
  }

  /// Reads `stderr.txt`; whatever is in it, it is a harmless text or nil.
  package init?(file bytes: [UInt8]) {
    // A little more than the most that is written, for the line that says that it is cut.
    self.init(bytes.suffix(Self.bytesMax + 200), isCut: bytes.count > Self.bytesMax + 200)
  }

  private static func bounded(
    _ all: ArraySlice<String>, isCut: Bool
  ) -> (lines: [String], isCut: Bool) {
    var kept: [String] = []
    var room = bytesMax
    for line in all.reversed() {
      room -= line.utf8.count + 1
      if room < 0 { break }
      kept.append(line)
    }
    if kept.isEmpty, let last = all.last {
      var end = Substring(last)
      while end.utf8.count > bytesMax - 3 { end = end.dropFirst(max(1, end.count / 16)) }
      return (["..." + end], true)
    }
    return (kept.reversed(), isCut || kept.count < all.count)
  }

  /// A line as it is shown and stored.
  private static func line(_ text: String, process: String?) -> String {
    var line = ShownText.line(text.replacing("\t", with: "    "))
    if line.contains("0x") {
      line.replace(/0[xX]([0-9a-fA-F]+)/) { match in
        match.1.count > placeDigitsMax ? "0x..." : String(match.0)
      }
    }
    if let process, line.contains(process) { line = replacing(process, in: line) }
    return line
  }

  /// The line with a number told as what it is, where the words around it say that it is a process.
  ///
  /// The same number may be that of a line, or a value: evidence must not be changed, so what is
  /// not known stays as it is.
  private static func replacing(_ number: String, in line: String) -> String {
    let words = line.split(separator: number, omittingEmptySubsequences: false)
    var result = String(words[0])
    for word in words.dropFirst() {
      result += (isProcess(between: result, and: word) ? "PID" : number) + word
    }
    return result
  }

  /// What stands before the number of a process, in small letters, if no letter comes before it.
  ///
  /// The first thread has the same.
  private static let processWords = [
    "pid ", "pid=", "pid: ", "process ", "process=", "process: ", "process id ", "thread ",
    "tid ", "tid=",
  ]

  /// Whether a number between these texts is that of a process: `==N==` of sanitizers, `name[N]:`
  /// of logs, `pid N`.
  private static func isProcess(between before: String, and after: Substring) -> Bool {
    func isWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    if before.ends(with: "=="), after.begins(with: "==") { return true }
    if before.ends(with: "["), after.begins(with: "]") {
      // `values[N]` is an element; a log says `name[N]: ` at the beginning of what it says.
      let name = before.dropLast()
      return !(isWord(name.last) || name.last == "]" || name.last == ")")
        || after.begins(with: "]: ")
    }
    // `thread 'main' (N) panicked at`
    if before.ends(with: "' ("), after.begins(with: ") "), before.contains("thread '") {
      return true
    }
    if isWord(after.first) { return false }
    let lower = before.suffix(16).lowercased()
    return processWords.contains { lower.ends(with: $0) && !isWord(lower.dropLast($0.count).last) }
  }

  /// Its lines, the last ones of them, after one that says so when there were more.
  package func text(upTo count: Int = .max) -> [String] {
    (isCut || lines.count > count ? [Self.leftOut] : []) + lines.suffix(count)
  }

  /// The content of the file.
  package var encoded: [UInt8] { Array((text().joined(separator: "\n") + "\n").utf8) }

  /// The part of `report.md` about it.
  ///
  /// When a process is ended by others, what it has written by then is left to chance, and pages
  /// about the same case are to be the same.
  package var section: String {
    let head = "\n## Standard error\n\nWhat the process wrote before it ended"
    guard isLast else { return head + " is in `\(Self.fileName)`.\n" }
    return head + " (`\(Self.fileName)`):\n\n"
      // Indented, so that no line of it ends the block.
      + text(upTo: Self.reportedMax).map { "    \($0)\n" }.joined()
  }
}

extension StandardError {
  /// - Parameter failure: how the process failed that wrote it.
  package init?(_ tail: ErrorTail, of failure: ProcessFailure) {
    self.init(
      tail.bytes, isCut: tail.isCut, process: tail.process,
      isLast: failure.kind == .crash)
  }
}
