// SPDX-License-Identifier: MIT

import BenchmarkKit
import Digests
import Foundation
import RegularFiles

/// Solvers of others that can be measured next to this one.
package enum PeerName: String, Sendable, CaseIterable {
  /// C++, headers from PyPI, compiled here.
  case kiwi
  /// A linear programming solver, through its Python package.
  case highs
}

/// The part that is missing on this machine for a peer; no fault of the project.
package struct PeerMissing: Error, Equatable {
  package let peer: PeerName
  package let reason: String
}

/// Prepares peers: finds programs, fetches packages, compiles.
///
/// Writes to its cache folder only.
package struct PeerTools: Sendable {
  /// The folder `scripts/peers` of the project.
  package let scripts: URL
  package let cache: URL

  package init(scripts: URL, cache: URL) {
    self.scripts = scripts
    self.cache = cache
  }

  /// Returns the folder `scripts/peers` above the running program or the current folder; nil when
  /// there is none.
  package static func findScripts() -> URL? {
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
    let starts =
      [program, URL(fileURLWithPath: FileManager.default.currentDirectoryPath)].compactMap(\.self)
    for start in starts {
      var folder = start
      while folder.path != "/" {
        let scripts = folder.appendingPathComponent("scripts/peers")
        let source = scripts.appendingPathComponent("kiwi_peer.cpp").path
        if FileManager.default.fileExists(atPath: source) { return scripts }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  /// Returns the default folder of packages and compiled drivers.
  ///
  /// - Returns: nil when the environment has neither a cache folder nor a home.
  package static func standardCache(_ environment: [String: String]) -> URL? {
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") {
      return URL(fileURLWithPath: base).appendingPathComponent("layoutfuzz")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return URL(fileURLWithPath: home).appendingPathComponent(".cache/layoutfuzz")
  }

  /// Prepares a peer.
  ///
  /// - Throws: the missing part, in a sentence for people.
  package func launch(of peer: PeerName) throws(PeerMissing) -> PeerLaunch {
    switch peer {
    case .kiwi: return try launchOfKiwi()
    case .highs:
      let python = try python(for: peer)
      let packages = try fetch(peer, python)
      let script = scripts.appendingPathComponent("highs_peer.py").path
      return PeerLaunch(name: peer.rawValue, executable: python, arguments: [script, packages])
    }
  }

  private func python(for peer: PeerName) throws(PeerMissing) -> String {
    guard let python = Command.find("python3") else {
      throw PeerMissing(
        peer: peer, reason: "there is no python3 on the search path, which gets packages from PyPI")
    }
    return python
  }

  /// Returns the folder of the peer's package.
  private func fetch(_ peer: PeerName, _ python: String) throws(PeerMissing) -> String {
    let script = scripts.appendingPathComponent("fetch.py").path
    guard let run = Command.run(python, [script, peer.rawValue, cache.path]) else {
      throw PeerMissing(peer: peer, reason: "\(python) cannot be started")
    }
    guard run.status == 0, let folder = run.output.split(separator: "\n").last else {
      throw PeerMissing(
        peer: peer, reason: lastLine(run.error) ?? "fetch.py ended with \(run.status)")
    }
    return String(folder)
  }

  private func launchOfKiwi() throws(PeerMissing) -> PeerLaunch {
    guard let compiler = Command.find("g++") else {
      throw PeerMissing(
        peer: .kiwi, reason: "there is no g++ on the search path, which compiles its driver")
    }
    let headers = try fetch(.kiwi, try python(for: .kiwi))
    let source = scripts.appendingPathComponent("kiwi_peer.cpp")
    guard let text = try? RegularFile.read(source.path) else {
      throw PeerMissing(peer: .kiwi, reason: "\(source.path) cannot be read")
    }
    let flags = ["-O3", "-std=c++17", "-isystem", headers]
    let version = Command.run(compiler, ["--version"])?.output ?? ""
    // Another source, compiler or set of flags is another program.
    let key = ContentHash.text(text + Array((version + flags.joined(separator: " ")).utf8))
    let program = cache.appendingPathComponent("kiwi_peer-\(key)")
    if !FileManager.default.isExecutableFile(atPath: program.path) {
      try compile(source, compiler, flags, program)
    }
    return PeerLaunch(name: PeerName.kiwi.rawValue, executable: program.path)
  }

  private func compile(
    _ source: URL, _ compiler: String, _ flags: [String], _ program: URL
  ) throws(PeerMissing) {
    // A temporary name until it is complete, because another run may compile it, too.
    let part = program.path + ".\(UUID().uuidString)"
    let run = Command.run(compiler, flags + [source.path, "-o", part])
    guard let run, run.status == 0 else {
      let errors = (run?.error ?? "").split(separator: "\n").filter { $0.contains("error") }
      let reason = errors.first.map { ": \($0)" } ?? ""
      throw PeerMissing(
        peer: .kiwi, reason: "g++ cannot compile \(source.lastPathComponent)\(reason)")
    }
    guard rename(part, program.path) == 0 else {
      throw PeerMissing(peer: .kiwi, reason: "\(program.path) cannot be written")
    }
  }

  private func lastLine(_ text: String) -> String? {
    text.split(separator: "\n").last.map(String.init)
  }
}
