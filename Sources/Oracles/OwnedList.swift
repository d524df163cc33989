// SPDX-License-Identifier: MIT

/// A growing list with one owner: arrays of the exact kernels, without checks for shared storage.
struct OwnedList<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  /// Creates an empty list with a capacity.
  init(capacity: Int = 0) {
    assert(capacity >= 0, "a capacity of \(capacity)")
    self.capacity = max(capacity, 8)
    base = .allocate(capacity: self.capacity)
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

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

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    assert(count == capacity, "a list with room for \(capacity - count) more grows")
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  /// Removes all elements and keeps the capacity.
  mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
  }
}
