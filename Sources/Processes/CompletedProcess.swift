// SPDX-License-Identifier: MIT

import Foundation

/// Programs that run to their end without input, with their output in files.
///
/// Files, not pipes: a program that fills one pipe while the other is read would never end.
package enum CompletedProcess {
  /// The end of such a program.
  package enum End: Sendable, Hashable {
    case code(Int32)
    case signal(Int32, isFromOutside: Bool)
    /// It took longer than its time limit, and was ended.
    case hung
  }

  /// The wait between two checks of a running program.
  private static let pollMicroseconds: UInt32 = 2_000

  /// Runs a program until it ends, is late, or the run is stopped.
  ///
  /// - Parameters:
  ///   - words: the path of the program and its arguments.
  ///   - output: the files for its standard output and its standard error; none of them exists.
  ///   - environment: the whole environment; nil for that of this process.
  ///   - isLate: whether the time limit is reached, which ends the program.
  ///   - isStopped: whether the run is stopped, which ends the program, too.
  /// - Returns: nil when the run was stopped.
  /// - Throws: when the system starts no process, or does not report its end.
  package static func run(
    _ words: [String], output: (out: String, error: String), environment: [String: String]? = nil,
    isLate: () -> Bool = { false }, isStopped: () -> Bool = { false }
  ) throws(SpawnError) -> End? {
    // A link or a pipe with the name of an output file is not opened.
    let flags = O_WRONLY | O_CREAT | O_EXCL
    let start = ProcessStart(
      words,
      [
        .path("/dev/null", flags: O_RDONLY, as: STDIN_FILENO),
        .path(output.out, flags: flags, as: STDOUT_FILENO),
        .path(output.error, flags: flags, as: STDERR_FILENO),
      ], isForeign: true, environment: environment)
    let memoryKills = EndingSignal.memoryKills
    let member = try start.run()
    defer { member.leave() }
    while true {
      if let end = try member.reap() {
        return end.signal.map { signal in
          .signal(
            signal,
            isFromOutside: EndingSignal.isFromOutside(
              signal, memoryKillsBefore: memoryKills, after: EndingSignal.memoryKills))
        } ?? .code(end.code)
      }
      let isHung = isLate()
      if isHung || isStopped() {
        member.end()
        return isHung ? .hung : nil
      }
      usleep(pollMicroseconds)
    }
  }
}
