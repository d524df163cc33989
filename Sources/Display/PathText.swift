// SPDX-License-Identifier: MIT

/// Paths taken apart as the system takes them apart: a mark after a stroke begins a name.
package enum PathText {
  /// The folder and the name of a file: `.` for a name alone, `/` for what is at the root.
  package static func split(_ path: String) -> (folder: String, name: String) {
    var parts = path.split(scalar: "/")
    let name = parts.removeLast()
    if parts.isEmpty { return (".", name) }
    return (parts == [""] ? "/" : parts.joined(separator: "/"), name)
  }

  /// Whether a path is a folder or in it.
  ///
  /// Names that look alike may have other scalars: they are other files.
  ///
  /// - Precondition: no path has `.`, `..`, doubled strokes or a stroke at its end.
  package static func isWithin(_ path: String, folder: String) -> Bool {
    guard path.begins(with: folder) else { return false }
    let rest = path.unicodeScalars.dropFirst(folder.unicodeScalars.count)
    return rest.isEmpty || rest.first == "/" || folder == "/"
  }
}
