// SPDX-License-Identifier: MIT

/// Paths split at each "/" scalar, as the system splits them, even before a combining mark.
package enum PathText {
  /// Returns the folder and the name of a file: `.` for a name alone, `/` for a file at the root.
  package static func split(_ path: String) -> (folder: String, name: String) {
    var parts = path.split(scalar: "/")
    let name = parts.removeLast()
    if parts.isEmpty { return (".", name) }
    return (parts == [""] ? "/" : parts.joined(separator: "/"), name)
  }

  /// Whether a path is a folder or inside it.
  ///
  /// Names that look alike but differ in their scalars are different files.
  ///
  /// - Precondition: no path has `.`, `..`, doubled slashes or a slash at its end.
  package static func isWithin(_ path: String, folder: String) -> Bool {
    guard path.begins(with: folder) else { return false }
    let rest = path.unicodeScalars.dropFirst(folder.unicodeScalars.count)
    return rest.isEmpty || rest.first == "/" || folder == "/"
  }
}
