// SPDX-License-Identifier: MIT

/// Ids that are given out once each: `id`, then `id#2`, `id#3` and so on.
package struct UniqueIDs: Sendable {
  private var used: Set<String>
  /// Where to go on counting for an id that is asked for again: many equal ids must not cost more
  /// and more.
  private var nextNumber: [String: Int] = [:]

  /// - Parameter used: ids that are taken already.
  package init(used: some Sequence<String> = []) {
    self.used = Set(used)
  }

  /// The id itself, or with the next number when it was given out before.
  ///
  /// - Complexity: O(1) on average, unless somebody took numbered ids in advance.
  package mutating func unique(_ id: String) -> String {
    if used.insert(id).inserted { return id }
    var number = nextNumber[id] ?? 2
    while !used.insert("\(id)#\(number)").inserted { number += 1 }
    nextNumber[id] = number + 1
    return "\(id)#\(number)"
  }
}
