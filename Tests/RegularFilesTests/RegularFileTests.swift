// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import RegularFiles

@Suite("Reading regular files")
struct RegularFileTests {
  /// Runs `work` with a folder that is removed at the end.
  private static func inFolder(_ work: (String) throws -> Void) throws {
    try work(TestFolder.make().path)
  }

  private func problem(_ path: String, upTo limit: Int = 1 << 20) -> RegularFile.Problem? {
    do throws(RegularFile.Problem) {
      _ = try RegularFile.read(path, upTo: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test("a file is read to its end, and one above the limit is not")
  func sizes() throws {
    try Self.inFolder { folder in
      for size in [0, 1, 65_535, 65_536, 65_537, 200_000] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = "\(folder)/\(size)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(try RegularFile.read(path, upTo: size) == bytes)
        if size > 0 {
          #expect(problem(path, upTo: size - 1) == .tooLarge(limit: size - 1, bytes: size))
        }
        try FileManager.default.createSymbolicLink(
          atPath: "\(path).link", withDestinationPath: path)
        #expect(try RegularFile.read("\(path).link") == bytes)
      }
    }
  }

  @Test("pipes, sockets, devices, folders and missing files are refused at once")
  func others() throws {
    try Self.inFolder { folder in
      #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
      #expect(problem("\(folder)/pipe") == .pipe)
      #if canImport(Darwin)
        let stream = SOCK_STREAM
      #else
        let stream = Int32(SOCK_STREAM.rawValue)
      #endif
      let descriptor = socket(AF_UNIX, stream, 0)
      defer { close(descriptor) }
      // A name in the working folder, because the address of a socket only fits a short one.
      let name = "s\(getpid())"
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
      }
      defer { unlink(name) }
      #expect(isBound && problem(name) == .socket)
      #expect(problem("/dev/zero") == .device && problem("/dev/null") == .device)
      #expect(problem(folder) == .folder)
      #expect(problem("\(folder)/none") == .missing)
      #expect(problem("\(folder)/pipe/none") == .missing)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link", withDestinationPath: "\(folder)/pipe")
      #expect(problem("\(folder)/link") == .pipe)
    }
  }

  @Test(
    "a system file without a size is read, and an endless one is not",
    .linuxOnly("reads a file of /proc"))
  func withoutSize() throws {
    #expect(RegularFile.text("/proc/self/status")?.contains("VmRSS") == true)
    guard case .tooLarge(8, _) = problem("/proc/self/status", upTo: 8) else {
      Issue.record("more was read than the limit")
      return
    }
  }

  @Test("a new file replaces a pipe or a link, and the target of the link stays")
  func create() throws {
    try Self.inFolder { folder in
      #expect(mkfifo("\(folder)/a", 0o600) == 0)
      try Data("old".utf8).write(to: URL(fileURLWithPath: "\(folder)/target"))
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/b", withDestinationPath: "\(folder)/target")
      for name in ["a", "b", "c"] {
        let handle = try #require(RegularFile.create("\(folder)/\(name)"))
        try handle.write(contentsOf: Data("new".utf8))
        #expect(RegularFile.text("\(folder)/\(name)") == "new")
      }
      #expect(RegularFile.text("\(folder)/target") == "old")
      #expect(RegularFile.create("\(folder)/none/c") == nil)
    }
  }
}
