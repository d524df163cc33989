// SPDX-License-Identifier: MIT

/// Ends the program with a text where a caller does what it must not: as `precondition`, but
/// release builds tell why, too.
@inlinable @inline(__always)
func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { fatalError(message(), file: file, line: line) }
}
