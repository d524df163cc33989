// SPDX-License-Identifier: MIT

import Display
import Foundation

/// Operations on folders, with errors that contain the path and the reason.
package enum Folder {
  /// Creates a folder and those above it, unless they exist.
  static func make(_ path: String) throws(WriteError) {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return }
      throw WriteError(path: path, code: ENOTDIR)
    }
    // `NSString` ends the process for a name of one letter.
    let parent = PathText.split(path).folder
    if parent != ".", parent != "/", !parent.isEmpty { try make(parent) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw WriteError(path: path, code: errno)
    }
  }

  /// Creates a folder inside another one.
  ///
  /// Refuses a symbolic link in its place, which could lead outside.
  package static func make(_ name: String, inside parent: String) throws(WriteError) -> String {
    precondition(isSafeName(name), "\"\(name)\" is not the name of a folder")
    let path = "\(parent)/\(name)"
    if let code = obstacle(at: path) { throw WriteError(path: path, code: code) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw WriteError(path: path, code: errno)
    }
    return path
  }

  /// Returns the error number for the object in place of a folder: `ELOOP` for a symbolic link; nil
  /// for a folder or nothing.
  static func obstacle(at path: String) -> Int32? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return nil
    case S_IFLNK: return ELOOP
    default: return ENOTDIR
    }
  }

  /// Whether a folder below another one is reached without a symbolic link, which could lead
  /// outside.
  ///
  /// `names` are the folders on the way, from the outer one inwards. A missing folder is no link.
  static func isInside(_ parent: String, _ names: [String]) -> Bool {
    var path = parent
    for name in names {
      path += "/\(name)"
      if exists(path, type: S_IFLNK) { return false }
    }
    return true
  }

  /// Whether a text is a safe file name: letters, digits, `-`, `_` and `.`, without a dot at the
  /// start, at most 200 bytes.
  package static func isSafeName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), name.utf8.count <= 200 else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        return true
      default: return false
      }
    }
  }

  /// Returns the names of the folders in a folder, sorted; none when it does not exist.
  package static func subfolders(of path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { exists("\(path)/\($0)", type: S_IFDIR) }.sorted()
  }

  /// Returns the names of all entries of a folder, sorted; none when it does not exist.
  static func files(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path leads to a regular file, also by links.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func exists(_ path: String, type: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == type
  }

  /// Moves a folder; the new place must not exist.
  static func move(_ path: String, to newPath: String) throws(WriteError) {
    guard rename(path, newPath) == 0 else { throw WriteError(path: newPath, code: errno) }
    AtomicFile.settleFolder(of: newPath)
  }

  /// Removes a folder if it is empty.
  static func removeIfEmpty(_ path: String) { _ = rmdir(path) }

  /// Removes a folder with its files; files that cannot be removed stay.
  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
