// SPDX-License-Identifier: MIT

import Display
import LinearModel

/// The standard error of a process that has ended, as a text that is safe to print: the content of
/// `stderr.txt` of a finding.
///
/// It is only evidence: no bucket, id, digest or record depends on it. Parts that differ from run
/// to run are normalized as far as possible. These are process numbers that are labelled as such,
/// and addresses in memory.
package struct StandardError: Sendable, Hashable {
  /// The name of the file, in the folder of the case.
  package static let fileName = "stderr.txt"
  /// The most bytes of its lines.
  package static let bytesMax = 16 << 10
  /// The most lines of it in `report.md`.
  private static let reportedMax = 40
  /// The most digits of a number that is kept.
  ///
  /// Addresses have more; sizes and places in a program have fewer.
  private static let placeDigitsMax = 8
  private static let leftOut = "(what came before is left out)"

  /// The last whole lines; of a single line that is too long, its end.
  package let lines: [String]
  /// Whether earlier lines are left out.
  package let isCut: Bool
  /// Whether it describes the end of the process.
  ///
  /// Else another process ended it, at an arbitrary moment.
  package let isLast: Bool

  /// Makes the last lines of a process's output; nil when there is no visible text.
  ///
  /// - Parameters:
  ///   - bytes: the end of the process's output.
  ///   - isCut: whether there were bytes before these.
  ///   - process: its number; nil if unknown.
  ///   - isLast: whether the process ended by itself.
  package init?(
    _ bytes: some Collection<UInt8>, isCut: Bool = false, process: Int32? = nil, isLast: Bool = true
  ) {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    var raw = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // The first line has lost its beginning.
    if isCut, raw.count > 1 { raw = raw.dropFirst() }
    let number = process.map { "\($0)" }
    let all = raw.map { Self.line(String($0), process: number) }
    guard let end = all.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    (lines, self.isCut) = Self.bounded(all[...end], isCut: isCut)
    self.isLast = isLast
  }

  /// Reads `stderr.txt`; any content gives a safe text or nil.
  package init?(file bytes: [UInt8]) {
    // A little more than the most bytes of the lines, for the line that marks a cut.
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

  /// Returns a line as it is shown and stored.
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

  /// Returns the line with `PID` in place of a number that the surrounding words label as a
  /// process.
  ///
  /// The same number may be that of a line, or a value. Evidence must not be changed, so other
  /// occurrences stay.
  private static func replacing(_ number: String, in line: String) -> String {
    let words = line.split(separator: number, omittingEmptySubsequences: false)
    var result = String(words[0])
    for word in words.dropFirst() {
      result += (isProcess(between: result, and: word) ? "PID" : number) + word
    }
    return result
  }

  /// The texts before a number that label it as a process or a thread, in lower case; no letter
  /// precedes them.
  ///
  /// The first thread has the number of its process.
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
      // `values[N]` is an element. A log has `name[N]: ` at the beginning of its message.
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

  /// Returns the last `count` lines.
  ///
  /// When lines are left out, a line that reports it comes first.
  package func text(upTo count: Int = .max) -> [String] {
    (isCut || lines.count > count ? [Self.leftOut] : []) + lines.suffix(count)
  }

  /// The content of the file.
  package var encoded: [UInt8] { Array((text().joined(separator: "\n") + "\n").utf8) }

  /// The part of `report.md` about standard error.
  ///
  /// When others end a process, the output up to then depends on chance. The report then only names
  /// the file, because pages about the same case must be equal.
  package var section: String {
    let head = "\n## Standard error\n\nWhat the process wrote before it ended"
    guard isLast else { return head + " is in `\(Self.fileName)`.\n" }
    return head + " (`\(Self.fileName)`):\n\n"
      // Indented, so that none of its lines ends the block.
      + text(upTo: Self.reportedMax).map { "    \($0)\n" }.joined()
  }
}

extension StandardError {
  /// - Parameters:
  ///   - tail: the end of the process's standard error.
  ///   - failure: the failure of that process.
  package init?(_ tail: ErrorTail, of failure: ProcessFailure) {
    self.init(
      tail.bytes, isCut: tail.isCut, process: tail.process,
      isLast: failure.kind == .crash)
  }
}
