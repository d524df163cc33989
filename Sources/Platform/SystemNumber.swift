// SPDX-License-Identifier: MIT

// Values that the C library writes in place: pointers or nothing on Darwin, numbers and structures
// on Linux.
#if canImport(Darwin)
  import Darwin

  package typealias StartedThread = pthread_t?
  package typealias SpawnFileActions = posix_spawn_file_actions_t?
  package typealias SpawnAttributes = posix_spawnattr_t?
#else
  import Glibc

  package typealias StartedThread = pthread_t
  package typealias SpawnFileActions = posix_spawn_file_actions_t
  package typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Constants of the C library as the numbers that its functions take.
package enum SystemNumber {
  // For `getrlimit`.
  package static let stack = number(RLIMIT_STACK)
  package static let addressSpace = number(RLIMIT_AS)
  package static let data = number(RLIMIT_DATA)
  package static let openFiles = number(RLIMIT_NOFILE)
  /// For `getpriority`: one process or thread.
  package static let process = number(PRIO_PROCESS)
  /// The flag of `posix_spawn` for a session of its own, which Swift does not import from glibc.
  package static var ownSession: Int32 {
    #if canImport(Darwin)
      POSIX_SPAWN_SETSID
    #else
      0x80
    #endif
  }
}

/// Returns the number of a constant, which Swift imports as such or as a case.
func number(_ constant: Int32) -> Int32 { constant }

func number<Case: RawRepresentable>(_ constant: Case) -> Int32
where Case.RawValue: BinaryInteger { Int32(constant.rawValue) }
