// SPDX-License-Identifier: MIT

import Foundation

/// The three standard streams of this process.
package enum StandardStreams {
  /// Occupies those of the three standard streams that are closed, so that no file opened later
  /// takes their numbers.
  ///
  /// Output would else go into that file.
  ///
  /// A stream that was closed stays useless: reading and writing fail, as they would without this.
  package static func reserve() {
    for (number, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one: those below are open. Without `/dev/null` the stream
      // stays closed.
      _ = open("/dev/null", access)
    }
  }
}
