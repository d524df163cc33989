// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The computer that this process runs on.
package enum Host {
  /// Bytes that differ between computers, between their starts, and between containers with process
  /// numbers of their own.
  ///
  /// Two containers may have the same name, and processes with the same number. Then the bytes
  /// differ by the namespace of process numbers or by the start of the system.
  package static let identity: [UInt8] = nameBytes + [0] + start

  /// The name of the computer in its network.
  package static var name: String { String(decoding: nameBytes, as: UTF8.self) }

  private static var nameBytes: [UInt8] {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }

  #if canImport(Darwin)
    private static var start: [UInt8] { systemText("kern.bootsessionuuid") }

    /// The model of the processor; nil when the system does not report it.
    package static var processor: String? {
      let text = systemText("machdep.cpu.brand_string")
      return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// The rule by which the system chooses the speed of the processor; nil where it shows none.
    package static var frequencyGovernor: String? { nil }

    private static func systemText(_ name: String) -> [UInt8] {
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return [] }
      var text = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &text, &size, nil, 0) == 0 else { return [] }
      return Array(text.prefix { $0 != 0 })
    }
  #else
    private static var start: [UInt8] {
      let boot = SystemText.bytes(of: "/proc/sys/kernel/random/boot_id") ?? []
      return boot + (SystemText.link("/proc/self/ns/pid") ?? [])
    }

    /// The model of the processor; nil when the system does not report it.
    package static var processor: String? {
      SystemText.value(of: "model name", in: SystemText.bytes(of: "/proc/cpuinfo") ?? [])
    }

    /// The rule by which the system chooses the speed of the first core; nil where it shows none,
    /// as in most virtual machines.
    package static var frequencyGovernor: String? {
      SystemText.text(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    }
  #endif

  /// The version of the system's kernel.
  package static var kernel: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
