// SPDX-License-Identifier: MIT

/// A fixed number of plain values with one owner: scratch memory of a solver, without reference
/// counting and without copies.
///
/// Kernels move `base` out of the loop; all other code uses the checked subscript.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>
  let count: Int
  /// Whether the buffer owns its memory; otherwise an arena does.
  private let isOwner: Bool

  init(repeating value: Element, count: Int) {
    base = .allocate(capacity: max(count, 1))
    base.initialize(repeating: value, count: count)
    self.count = count
    isOwner = true
  }

  /// Creates a buffer in the memory of an arena, which must live as long.
  init(repeating value: Element, count: Int, in arena: inout BufferArena) {
    base = arena.take(count)
    base.initialize(repeating: value, count: count)
    self.count = count
    isOwner = false
  }

  deinit { if isOwner { base.deallocate() } }

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

/// One block of memory for many buffers of numbers, so that a small problem saves the time of
/// allocations.
struct BufferArena: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private let byteCount: Int
  private var used = 0

  init(byteCount: Int) {
    self.byteCount = max(byteCount, 8)
    base = .allocate(byteCount: self.byteCount, alignment: 8)
  }

  deinit { base.deallocate() }

  /// Returns memory for `count` elements, in steps of eight bytes.
  mutating func take<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Element> {
    let start = used
    used += Self.byteCount(of: Element.self, count)
    precondition(used <= byteCount, "the arena has \(byteCount) bytes, not \(used)")
    return (base + start).bindMemory(to: Element.self, capacity: count)
  }

  static func byteCount<Element: BitwiseCopyable>(of element: Element.Type, _ count: Int) -> Int {
    (count * MemoryLayout<Element>.stride + 7) & ~7
  }
}

/// A growing list of plain values with one owner, for the same use.
@usableFromInline
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline private(set) var base: UnsafeMutablePointer<Element>
  @usableFromInline private(set) var count = 0
  @usableFromInline private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 4)
    base = .allocate(capacity: self.capacity)
  }

  @inlinable deinit { base.deallocate() }

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  @inlinable @inline(__always)
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

  /// Reserves capacity for more elements.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    while capacity - count < more { grow() }
  }

  /// Appends an element.
  ///
  /// - Precondition: there is capacity.
  @inline(__always)
  mutating func appendWithinCapacity(_ element: Element) {
    assert(count < capacity, "\(count) elements fill the buffer")
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  var last: Element? { count > 0 ? base[count - 1] : nil }

  /// Removes and returns the last element; nil when there is none.
  mutating func popLast() -> Element? {
    guard let last else { return nil }
    count -= 1
    return last
  }

  /// Removes elements at the end.
  mutating func removeLast(_ dropped: Int = 1) {
    assert(dropped <= count, "\(dropped) of \(count) elements")
    count -= dropped
  }

  mutating func removeAll() { count = 0 }
}

extension GrowingBuffer where Element: Comparable {
  /// Sorts the elements.
  ///
  /// - Complexity: O(n) when the elements are in order.
  mutating func sort() {
    var end = 1
    while end < count, base[end - 1] <= base[end] { end += 1 }
    if end >= count { return }
    var elements = UnsafeMutableBufferPointer(start: base, count: count)
    elements.sort()
  }
}
