// SPDX-License-Identifier: MIT

import Digests
import Display
import Foundation
import Platform
import RegularFiles

/// Writing of files so that a reader, or the next run, sees the old content or the new one, never a
/// part.
package enum AtomicFile {
  private static let temporaryMark = ".tmp-"

  /// Whether a name is that of a temporary file.
  package static func isTemporary(_ name: String) -> Bool { name.contains(temporaryMark) }

  /// Returns the temporary name under which a process of this machine writes a file.
  ///
  /// It identifies the process on other machines that share the disk, too.
  package static func temporaryName(of path: String, process: pid_t) -> String {
    "\(path)\(temporaryMark)\(host)-\(process)"
  }

  /// The hash of the host, on which process numbers are unique.
  private static let host = ContentHash.text(HostIdentity.bytes, digits: 8)

  /// Removes the temporary files of killed processes for a file; no process may be writing it.
  package static func removeTemporaries(of path: String) {
    remove(path) { _ in true }
  }

  /// Removes the temporary files of killed processes of this machine for a file; others may be
  /// writing it.
  package static func removeAbandoned(of path: String) {
    remove(path) { owner in
      let parts = owner.split(scalar: "-", omittingEmpty: true)
      guard parts.count == 2, parts[0] == host, let process = pid_t(parts[1]) else { return false }
      return kill(process, 0) != 0 && errno == ESRCH
    }
  }

  private static func remove(_ path: String, where isLeft: (_ owner: String) -> Bool) {
    let (folder, name) = PathText.split(path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/")) ?? []
    let prefix = name + temporaryMark
    for left in names where left.removing(prefix: prefix).map(isLeft) ?? false {
      unlink("\(folder)/\(left)")
    }
  }

  /// Writes bytes to a temporary file next to `path`, flushes it to disk and renames it.
  ///
  /// - Throws: `WriteError` with the path and the system's reason.
  package static func write(_ bytes: [UInt8], to path: String) throws(WriteError) {
    let temporary = temporaryName(
      of: path, process: ProcessInfo.processInfo.processIdentifier)
    // Removes the file of a killed run with the same process number. A link of that name is not
    // followed.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw WriteError(path: path, code: errno) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return try abandon(temporary, descriptor, path) }
      written += count
    }
    guard FileFlush.toDisk(descriptor) else { return try abandon(temporary, descriptor, path) }
    close(descriptor)
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw WriteError(path: path, code: code)
    }
    settleFolder(of: path)
  }

  /// Flushes a folder's list of names to disk, so that a rename in it survives a power cut.
  ///
  /// Some file systems refuse it. That is no error, since the content of the files is safe already.
  static func settleFolder(of path: String) {
    let descriptor = open(PathText.split(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = FileFlush.toDisk(descriptor)
    close(descriptor)
  }

  private static func abandon(
    _ temporary: String, _ descriptor: Int32, _ path: String
  ) throws(WriteError) {
    let code = errno
    close(descriptor)
    unlink(temporary)
    throw WriteError(path: path, code: code)
  }
}

/// The error of a file that could not be written.
package struct WriteError: Error, CustomStringConvertible {
  package let path: String
  /// The system's error number.
  package let code: Int32

  package init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  package var description: String {
    if code == ELOOP {
      return "\(path): cannot write: it is a symbolic link; put a folder in its place"
    }
    if code == ENOSPC || code == EDQUOT {
      return "\(path): cannot write: no space left on the disk; fix: free space, then run the same"
        + " command again"
    }
    return "\(path): cannot write: \(String(cString: strerror(code)))"
  }
}
