// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The properties of the machine that affect measurements.
package struct MachineFacts: Sendable, Hashable, Codable {
  package var cpuModel: String
  package var cores: Int
  package var memoryMegabytes: Int
  package var kernel: String
  /// The scaling governor of core 0; `none` where it is unknown, as in most virtual machines.
  package var governor: String

  package init(
    cpuModel: String, cores: Int, memoryMegabytes: Int, kernel: String, governor: String
  ) {
    self.cpuModel = cpuModel
    self.cores = cores
    self.memoryMegabytes = memoryMegabytes
    self.kernel = kernel
    self.governor = governor
  }

  /// Returns those of this machine.
  package static func current() -> MachineFacts {
    let information = ProcessInfo.processInfo
    return MachineFacts(
      cpuModel: Host.processor ?? "unknown",
      cores: information.processorCount,
      memoryMegabytes: Int(information.physicalMemory / 1_048_576), kernel: kernelVersion,
      governor: Host.frequencyGovernor ?? "none")
  }

  /// The version of the system's kernel.
  private static var kernelVersion: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Returns the one-minute load average; 0 when it is unknown.
  package static func load() -> Double {
    var average = 0.0
    return getloadavg(&average, 1) == 1 ? average : 0
  }

  /// Returns the fields in which another machine differs, with both values.
  package func differences(from other: MachineFacts) -> [String] {
    var result: [String] = []
    func compare(_ field: String, _ own: String, _ others: String) {
      if own != others { result.append("\(field): \(own) here, \(others) there") }
    }
    compare("cpu model", cpuModel, other.cpuModel)
    compare("cores", "\(cores)", "\(other.cores)")
    compare("kernel", kernel, other.kernel)
    compare("governor", governor, other.governor)
    // The memory reserved by the kernel varies a little from boot to boot.
    if abs(memoryMegabytes - other.memoryMegabytes) * 20 > memoryMegabytes {
      compare("memory", "\(memoryMegabytes) MB", "\(other.memoryMegabytes) MB")
    }
    return result
  }
}

/// The build of a measured program.
package struct BuildFacts: Sendable, Hashable, Codable {
  /// The commit of the checkout that contains the program, with `+` when files differ from it;
  /// `unknown` outside of one.
  package var commit: String
  /// The configuration: `release` or `debug`.
  package var flags: String
  package var compiler: String

  package init(commit: String, flags: String, compiler: String) {
    self.commit = commit
    self.flags = flags
    self.compiler = compiler
  }

  /// The facts of a program that did not report them.
  package static let unknown = BuildFacts(
    commit: "unknown", flags: "unknown", compiler: "unknown")

  /// The facts of the running program.
  package static let current = BuildFacts(commit: commit(), flags: flags, compiler: compiler)

  private static var flags: String {
    #if DEBUG
      return "debug"
    #else
      return "release"
    #endif
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      return "swift 6.4 or newer"
    #elseif compiler(>=6.3)
      return "swift 6.3"
    #else
      return "swift 6.2 or older"
    #endif
  }

  private static func commit() -> String {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      return "unknown"
    }
    let place = ["-C", program.deletingLastPathComponent().path]
    guard let head = Command.output("git", place + ["rev-parse", "--short=12", "HEAD"]) else {
      return "unknown"
    }
    let words = ["status", "--porcelain", "--untracked-files=no"]
    let changes = Command.output("git", place + words) ?? ""
    return head + (changes.isEmpty ? "" : "+")
  }

  /// Returns the fields that forbid a comparison with another build.
  ///
  /// Commits may differ: a comparison is between commits.
  package func differences(from other: BuildFacts) -> [String] {
    var result: [String] = []
    if flags != other.flags { result.append("build: \(flags) here, \(other.flags) there") }
    if compiler != other.compiler {
      result.append("compiler: \(compiler) here, \(other.compiler) there")
    }
    return result
  }
}
