// SPDX-License-Identifier: MIT

/// The operations of a session since its last answer: what has to be looked at, and how to take it
/// back.
struct OperationLog: ~Copyable {
  enum Kind: UInt8, BitwiseCopyable {
    case added
    case removed
    case constant
    case strength
    /// The strength that a constraint has when it is switched on.
    case ownStrength
    case editBegun
    case editEnded
  }

  struct Entry: BitwiseCopyable {
    let kind: Kind
    /// The row, and for edits the variable; the first one of several.
    let index: Int
    /// How many consecutive rows were added.
    var count = 1
    /// What was replaced.
    let old: Double

    var indices: Range<Int> { index..<index + count }

    /// Whether it changes what a row asks for.
    var isOfRow: Bool {
      switch kind {
      case .added, .removed, .constant, .strength: return true
      case .ownStrength, .editBegun, .editEnded: return false
      }
    }
  }

  private(set) var entries = GrowingBuffer<Entry>()

  var isEmpty: Bool { entries.isEmpty }

  /// Whether an operation has changed what a row asks for.
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
