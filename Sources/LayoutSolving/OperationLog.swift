// SPDX-License-Identifier: MIT

/// The operations of a session since its last answer, for solving and for reverting them.
struct OperationLog: ~Copyable {
  enum Kind: UInt8, BitwiseCopyable {
    case added
    case removed
    case constant
    case strength
    /// The strength of a constraint when it is switched on.
    case ownStrength
    case editBegun
    case editEnded
  }

  struct Entry: BitwiseCopyable {
    let kind: Kind
    /// The row, or the variable for edits; the first one of several.
    let index: Int
    /// The number of consecutive rows that were added.
    var count = 1
    /// The replaced value.
    let old: Double

    var indices: Range<Int> { index..<index + count }

    /// Whether it changes the contents of a row.
    var isOfRow: Bool {
      switch kind {
      case .added, .removed, .constant, .strength: return true
      case .ownStrength, .editBegun, .editEnded: return false
      }
    }
  }

  private(set) var entries = GrowingBuffer<Entry>()

  var isEmpty: Bool { entries.isEmpty }

  /// Whether an operation has changed the contents of a row.
  func names(row: Int) -> Bool {
    for index in entries.indices where entries[index].isOfRow {
      if entries[index].indices.contains(row) { return true }
    }
    return false
  }

  mutating func note(_ kind: Kind, _ index: Int, old: Double = 0) {
    // Of several constants of a row the last one counts.
    if kind == .constant {
      for earlier in max(0, entries.count - 4)..<entries.count
      where entries[earlier].kind == kind && entries[earlier].index == index {
        return
      }
    }
    if kind == .added, var last = entries.last, last.kind == kind, last.indices.upperBound == index
    {
      last.count += 1
      entries[entries.count - 1] = last
      return
    }
    entries.append(Entry(kind: kind, index: index, old: old))
  }

  mutating func removeAll() { entries.removeAll() }
}
