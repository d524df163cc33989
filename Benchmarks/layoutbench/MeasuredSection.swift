// SPDX-License-Identifier: MIT

/// The work that callgrind counts: one function whose symbol is the same in every build, with all
/// its callees.
final class MeasuredSection {
  fileprivate let work: () -> Void

  private init(_ work: @escaping () -> Void) { self.work = work }

  /// Runs the work inside the counted function.
  static func run(_ work: @escaping () -> Void) {
    layoutbenchMeasuredSection(Unmanaged.passRetained(MeasuredSection(work)).toOpaque())
  }
}

@_silgen_name("layoutbench_measured_section")
@inline(never)
func layoutbenchMeasuredSection(_ section: UnsafeMutableRawPointer) {
  Unmanaged<MeasuredSection>.fromOpaque(section).takeRetainedValue().work()
}
