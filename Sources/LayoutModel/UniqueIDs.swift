// SPDX-License-Identifier: MIT

/// A generator of ids that are returned once each: `id`, then `id#2`, `id#3` and so on.
package struct UniqueIDs: Sendable {
  private var used: Set<String>
  /// The next number of a repeated id: many equal ids must not cost more and more.
  private var nextNumber: [String: Int] = [:]

  /// - Parameter used: ids that are already in use.
  package init(used: some Sequence<String> = []) {
    self.used = Set(used)
  }

  /// Returns the id itself, or with the next number when it was returned before.
  ///
  /// - Complexity: O(1) on average, unless numbered ids are already in use.
  package mutating func unique(_ id: String) -> String {
    if used.insert(id).inserted { return id }
    var number = nextNumber[id] ?? 2
    while !used.insert("\(id)#\(number)").inserted { number += 1 }
    nextNumber[id] = number + 1
    return "\(id)#\(number)"
  }
}
