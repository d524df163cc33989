// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The computer that this process runs on.
package enum Host {
  /// Bytes that differ between starts of the system, and between containers with process numbers of
  /// their own.
  package static var start: [UInt8] {
    #if canImport(Darwin)
      return systemText("kern.bootsessionuuid")
    #else
      var space = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = max(readlink("/proc/self/ns/pid", &space, space.count), 0)
      return SystemText.bytes(of: "/proc/sys/kernel/random/boot_id")
        + space[..<count].map { UInt8(bitPattern: $0) }
    #endif
  }

  /// The model of the processor; nil when the system does not report it.
  package static var processor: String? {
    #if canImport(Darwin)
      SystemText.value(after: "", in: systemText("machdep.cpu.brand_string"))
    #else
      SystemText.value(after: "model name", in: SystemText.bytes(of: "/proc/cpuinfo"))
    #endif
  }

  /// The rule by which the system chooses the speed of the first core; nil where it shows none, as
  /// in most virtual machines.
  package static var frequencyGovernor: String? {
    let file = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    return SystemText.value(after: "", in: SystemText.bytes(of: file))
  }

  #if canImport(Darwin)
    private static func systemText(_ name: String) -> [UInt8] {
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return [] }
      var text = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &text, &size, nil, 0) == 0 else { return [] }
      return Array(text.prefix { $0 != 0 })
    }
  #endif
}
