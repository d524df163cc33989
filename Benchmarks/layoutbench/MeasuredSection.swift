// SPDX-License-Identifier: MIT

/// Work that callgrind counts: everything inside one C function, so that its name is the same in every build.
final class MeasuredSection {
  fileprivate let work: () -> Void

  private init(_ work: @escaping () -> Void) { self.work = work }

  /// Does the work inside the counted function.
  static func run(_ work: @escaping () -> Void) {
    layoutbenchMeasuredSection(Unmanaged.passRetained(MeasuredSection(work)).toOpaque())
  }
}

@_cdecl("layoutbench_measured_section")
@inline(never)
func layoutbenchMeasuredSection(_ section: UnsafeMutableRawPointer) {
  Unmanaged<MeasuredSection>.fromOpaque(section).takeRetainedValue().work()
}
