// SPDX-License-Identifier: MIT

/// The numbers of random cases of findings in the last nights, as the records of these nights have
/// them.
package struct NightCases: Sendable {
  /// The number of the last nights that count.
  package static let nightsMax = 30

  /// The nights in order, with the cases of the buckets that were open, by name.
  private var nights: [(number: Int, cases: [String: Int])] = []

  package init() {}

  /// Adds a night with the changes of its record.
  package mutating func add(_ number: Int, _ changes: [BucketChange]) {
    let open = changes.filter(\.isThere).map { ($0.bucket.signature, $0.cases) }
    nights.append((number, Dictionary(open, uniquingKeysWith: { first, _ in first })))
  }

  /// Returns the cases of a bucket by night: nil where it was not open, or the night has no record.
  package func cases(of signature: String, in numbers: [Int]) -> [Int?] {
    numbers.map { number in nights.last { $0.number == number }?.cases[signature] }
  }
}
