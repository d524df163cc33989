// SPDX-License-Identifier: MIT

/// The kinks of constraints, by their variable or row: lists in one block of memory.
struct KinkStore: ~Copyable {
  private var kinks: GrowingBuffer<Kink>
  /// The previous kink of the same variable or row, or -1; by kink.
  private var previous: GrowingBuffer<Int32>
  private let variableHeads: Buffer<Int32>
  private var rowHeads = GrowingBuffer<Int32>()
  private var freeHead: Int32 = -1

  init(variableCount: Int, kinkCount: Int) {
    kinks = GrowingBuffer(capacity: kinkCount)
    previous = GrowingBuffer(capacity: kinkCount)
    variableHeads = Buffer(repeating: -1, count: variableCount)
  }

  var variableCount: Int { variableHeads.count }
  var rowCount: Int { rowHeads.count }

  mutating func appendRow() { rowHeads.append(-1) }

  private func head(of site: Reduction.Site) -> Int32 {
    switch site {
    case .nowhere: return -1
    case .variable(let index): return variableHeads[index]
    case .row(let index): return rowHeads[index]
    }
  }

  private func setHead(_ head: Int32, of site: Reduction.Site) {
    switch site {
    case .nowhere: break
    case .variable(let index): variableHeads[index] = head
    case .row(let index): rowHeads[index] = head
    }
  }

  func isEmpty(_ site: Reduction.Site) -> Bool { head(of: site) < 0 }

  mutating func append(_ kink: Kink, to site: Reduction.Site) {
    let index: Int32
    if freeHead >= 0 {
      index = freeHead
      freeHead = previous[Int(index)]
      kinks[Int(index)] = kink
      previous[Int(index)] = head(of: site)
    } else {
      index = Int32(truncatingIfNeeded: kinks.count)
      kinks.append(kink)
      previous.append(head(of: site))
    }
    setHead(index, of: site)
  }

  /// Removes the kink of a constraint.
  ///
  /// - Complexity: O(kinks of the site).
  mutating func remove(_ constraint: Int, of site: Reduction.Site) -> Kink? {
    var later: Int32 = -1
    var index = head(of: site)
    while index >= 0, kinks[Int(index)].constraint != Int32(constraint) {
      later = index
      index = previous[Int(index)]
    }
    guard index >= 0 else { return nil }
    if later < 0 {
      setHead(previous[Int(index)], of: site)
    } else {
      previous[Int(later)] = previous[Int(index)]
    }
    previous[Int(index)] = freeHead
    freeHead = index
    return kinks[Int(index)]
  }

  /// Replaces the kink of a constraint.
  func move(_ constraint: Int, of site: Reduction.Site, to kink: Kink) {
    var index = head(of: site)
    while index >= 0 {
      if kinks[Int(index)].constraint == Int32(constraint) {
        kinks[Int(index)] = kink
        return
      }
      index = previous[Int(index)]
    }
  }

  /// Returns the kink of a constraint; nil when there is none.
  func kink(of constraint: Int, at site: Reduction.Site) -> Kink? {
    var index = head(of: site)
    while index >= 0 {
      if kinks[Int(index)].constraint == Int32(constraint) { return kinks[Int(index)] }
      index = previous[Int(index)]
    }
    return nil
  }

  /// Returns the sum of a site's kinks at one level and position; nil when there are none.
  func sum(at kink: Kink, of site: Reduction.Site) -> Kink? {
    var sum: Kink?
    var index = head(of: site)
    while index >= 0 {
      let member = kinks[Int(index)]
      index = previous[Int(index)]
      guard member.level == kink.level, member.position == kink.position else { continue }
      if sum?.join(member) == nil { sum = member }
    }
    return sum
  }

  // MARK: - Lists

  /// Copies the kinks of a site into a list, in the order of insertion.
  func gather(_ site: Reduction.Site, into list: inout KinkList) {
    list.kinks.removeAll(keepingCapacity: true)
    var index = head(of: site)
    while index >= 0 {
      list.kinks.append(kinks[Int(index)])
      index = previous[Int(index)]
    }
    if list.kinks.count > 1 { list.kinks.reverse() }
  }

  /// Copies the order and the positions of a list's kinks back to a site.
  func scatter(_ list: KinkList, to site: Reduction.Site) {
    var index = head(of: site)
    var left = list.kinks.count
    while index >= 0, left > 0 {
      left -= 1
      kinks[Int(index)] = list.kinks[left]
      index = previous[Int(index)]
    }
  }
}
