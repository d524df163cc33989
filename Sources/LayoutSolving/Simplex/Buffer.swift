// SPDX-License-Identifier: MIT

/// A fixed number of plain values with one owner: scratch memory of a solver, without reference
/// counting and without copies.
///
/// Kernels take `base` out of the loop; everything else uses the checked subscript.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating value: Element, count: Int) {
    base = .allocate(capacity: max(count, 1))
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  deinit { base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "index \(index) of \(count)")
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count, "index \(index) of \(count)")
      base[index] = newValue
    }
  }
}
