// SPDX-License-Identifier: MIT

/// Ends the program with a text when a caller breaks a precondition.
///
/// Unlike `precondition`, release builds print the reason, too.
@inlinable @inline(__always)
func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { fatalError(message(), file: file, line: line) }
}
