// SPDX-License-Identifier: MIT

import Foundation

/// Reading of regular files only, so that no reader waits for a pipe or reads a device without end.
///
/// All files that the tools read go through here. The opened file is checked, so a file that is
/// replaced after the first look changes nothing.
package enum RegularFile {
  /// The most bytes of a file that the tools write: far above the size that any run writes.
  package static let bytesMax = 1 << 30

  /// The reason why a file cannot be read.
  package enum Problem: Error, Sendable, Hashable {
    case missing
    /// A failed system call, with the system's error number.
    case system(code: Int32)
    case folder
    case pipe
    case socket
    case device
    /// A file above the limit, with its size as far as known.
    case tooLarge(limit: Int, bytes: Int)

    /// The state of the path as a phrase, without the path and a full stop.
    package var sentence: String {
      switch self {
      case .missing: return String(cString: strerror(ENOENT))
      case .system(let code): return String(cString: strerror(code))
      case .folder: return "a folder where a file is expected"
      case .pipe: return "a pipe where a file is expected"
      case .socket: return "a socket where a file is expected"
      case .device: return "a device where a file is expected"
      case .tooLarge(let limit, let bytes):
        return "\(bytes) bytes, and at most \(limit) are read"
      }
    }
  }

  /// Returns all bytes of a file; links are followed.
  ///
  /// A file that has or gets more bytes than `limit` is refused.
  ///
  /// - Throws: `Problem` for anything but a regular file that can be read to its end.
  package static func read(
    _ path: String, upTo limit: Int = bytesMax
  ) throws(Problem) -> [UInt8] {
    // Opening a device may have an effect on it, so a device is refused without being opened.
    if let problem = problem(of: path) { throw problem }
    // `O_NONBLOCK`: a pipe that has replaced the file meanwhile does not block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      throw problem(of: path) ?? .system(code: code)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
    if let problem = problem(of: status) { throw problem }
    let size = Int(status.st_size)
    if size > limit { throw .tooLarge(limit: limit, bytes: size) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    // Files of the system report no size, and others may grow: the bytes read count.
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(code: errno)
      }
      bytes += chunk[..<count]
      if bytes.count > limit { throw .tooLarge(limit: limit, bytes: max(size, bytes.count)) }
    }
  }

  /// Returns the text of a file; nil when it cannot be read.
  package static func text(_ path: String, upTo limit: Int = bytesMax) -> String? {
    (try? read(path, upTo: limit)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces any file of this name by an empty one and opens it for writing.
  ///
  /// No pipe blocks that, and no link is followed.
  ///
  /// - Returns: nil when that fails, with the reason in `errno`.
  package static func create(_ path: String) -> FileHandle? {
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns the reason why a path is no regular file; nil for a regular file.
  private static func problem(of path: String) -> Problem? {
    var status = stat()
    if stat(path, &status) == 0 { return problem(of: status) }
    let code = errno
    return code == ENOENT || code == ENOTDIR ? .missing : .system(code: code)
  }

  private static func problem(of status: stat) -> Problem? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: return .folder
    case S_IFIFO: return .pipe
    case S_IFSOCK: return .socket
    default: return .device
    }
  }
}
