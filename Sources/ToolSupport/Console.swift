// SPDX-License-Identifier: MIT

import Foundation

/// The two output streams of the process, written without buffering of our own.
///
/// With `--json`, standard output carries the JSON value and nothing else; texts for people go to
/// standard error.
package struct Console: Sendable {
  /// Whether texts for people go to standard error.
  package let json: Bool

  package init(json: Bool) { self.json = json }

  private static let output: Int32 = 1
  private static let error: Int32 = 2

  /// Prints a line for people.
  package func say(_ text: String) throws(CommandFailure) {
    let printable = Printable.text(text, keepsColours: coloured())
    if json {
      _ = Console.send(printable + "\n", to: Console.error)
    } else {
      try Console.write(printable + "\n")
    }
  }

  /// Prints a text on standard output, byte for byte.
  ///
  /// A closed pipe (`layoutfuzz ... | head`) is no error: the rest is dropped.
  ///
  /// - Throws: `.cannotWrite`, as when the disk is full.
  package static func write(_ text: String) throws(CommandFailure) {
    guard let code = send(text, to: output), code != EPIPE else { return }
    if let stopped = Interruption.exitCode {
      // A terminal that has hung up takes no more output.
      if code == EIO { return }
      if code == ETIMEDOUT {
        throw CommandFailure(stopped, ["standard output is not read: a part of it is missing"])
      }
    }
    throw CommandFailure(.cannotWrite, ["standard output: \(String(cString: strerror(code)))"])
  }

  /// Prints a line about progress or a problem on standard error.
  ///
  /// Control characters in names of files are escaped. Errors of writing are ignored.
  package static func note(_ text: String) { _ = send(Printable.line(text) + "\n", to: error) }

  /// Prints a line about an error on standard error, as `note` does.
  package static func complain(_ error: String) { note(error) }

  /// Prints the messages of a failure on standard error.
  package static func complain(_ failure: CommandFailure) {
    for line in failure.lines { note(line) }
  }

  /// Prints a text of this tool, with its line breaks, on standard error.
  package static func explain(_ text: String) { _ = send(Printable.text(text) + "\n", to: error) }

  /// Overwrites the current line of the terminal on standard error.
  package static func overwriteLine(_ text: String) { _ = send("\r\u{1B}[2K" + text, to: error) }

  /// Whether standard error can show a progress line.
  package static var errorIsTerminal: Bool {
    isatty(error) == 1 && environment("TERM") != "dumb"
  }

  /// Whether texts for people on the given stream may have colours.
  package func coloured() -> Bool {
    let noColor = Console.environment("NO_COLOR") ?? ""
    guard noColor.isEmpty, Console.environment("TERM") != "dumb" else { return false }
    return isatty(json ? Console.error : Console.output) == 1
  }

  /// The number of columns of the terminal on standard output; 100 when it is unknown.
  package static var width: Int {
    var size = winsize()
    if ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment("COLUMNS").flatMap { Int($0) }.map { min($0, 1000) } ?? 100
  }

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  /// The number of bytes that a ready pipe takes at once.
  private static let pieceMax = 512
  private static let waitMilliseconds: Int32 = 100
  /// The number of times in a row that a stream may be full after a signal to stop.
  private static let waitsAfterSignal = 10

  /// - Returns: the system's error number, or nil when everything was written; `ETIMEDOUT` for a
  ///   full stream after a signal to stop.
  private static func send(_ text: String, to descriptor: Int32) -> Int32? {
    let bytes = Array(text.utf8)
    var written = 0
    var waits = 0
    while written < bytes.count {
      guard isReady(descriptor) else {
        waits = Interruption.signal == 0 ? 0 : waits + 1
        if waits > waitsAfterSignal { return ETIMEDOUT }
        continue
      }
      let count = bytes[written...].prefix(pieceMax).withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
        waits = 0
      } else if errno != EINTR, errno != EAGAIN {
        return errno
      }
    }
    return nil
  }

  /// Waits until a stream takes more, so that no write blocks: a blocked one would not notice a
  /// signal.
  ///
  /// - Returns: whether the stream takes more or has an error to report.
  private static func isReady(_ descriptor: Int32) -> Bool {
    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&stream, 1, waitMilliseconds) > 0
  }
}
