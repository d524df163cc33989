// SPDX-License-Identifier: MIT

/// Returns the known name nearest to a mistyped one, by edit distance.
///
/// The dashes before an option do not count as letters.
///
/// - Returns: nil when every known name needs changes to more than a third of the letters, rounded
///   up.
/// - Complexity: O(name * known names); names longer than 64 bytes have no near one.
package func nearestName(to name: String, among known: [String]) -> String? {
  let letters = Array(name.utf8)
  guard letters.count <= 64 else { return nil }
  let dashes = letters.prefix { $0 == UInt8(ascii: "-") }.count
  let count = letters.count - dashes
  var best: (name: String, distance: Int)?
  for candidate in known {
    let distance = editDistance(letters, Array(candidate.utf8))
    if distance > (max(count, candidate.utf8.count - dashes) + 2) / 3 { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// Returns the least number of insertions, deletions and replacements (Levenshtein), upper and
/// lower case alike.
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var previous = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1]
    for (column, other) in second.enumerated() {
      let isSame = letter | 0x20 == other | 0x20
      current.append(
        min(previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1)))
    }
    previous = current
  }
  return previous[second.count]
}
