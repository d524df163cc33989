// SPDX-License-Identifier: MIT

import Digests
import Testing

@Suite("Stable hash and digest")
struct StableHashTests {
  @Test("hashes equal an independently computed value in every run")
  func independentValue() {
    var hasher = StableHash()
    hasher.combine(42)
    hasher.combine("layout")
    #expect(hasher.finalize() == 1_171_062_125_836_052_883)
  }

  @Test("a hash depends on order and boundaries")
  func sensitivity() {
    func hash(_ parts: [String]) -> UInt64 {
      var hasher = StableHash()
      for part in parts { hasher.combine(part) }
      return hasher.finalize()
    }
    #expect(hash(["ab", "c"]) != hash(["a", "bc"]))
    #expect(hash(["a", "b"]) != hash(["b", "a"]))
    #expect(hash([]) != hash([""]))
  }

  @Test("a digest does not depend on the order or grouping of cases")
  func order() {
    var forward = CampaignDigest()
    var backward = CampaignDigest()
    var left = CampaignDigest()
    var right = CampaignDigest()
    for index in 0..<100 {
      forward.add(case: index, hash: UInt64(index) &* 77)
      backward.add(case: 99 - index, hash: UInt64(99 - index) &* 77)
      if index < 33 {
        left.add(case: index, hash: UInt64(index) &* 77)
      } else {
        right.add(case: index, hash: UInt64(index) &* 77)
      }
    }
    left += right
    #expect(forward == backward)
    #expect(forward == left)
    #expect(forward.text.utf8.count == 32)
  }

  @Test("a digest changes with a changed, a missing and a swapped case")
  func differences() {
    func digest(_ hashes: [UInt64]) -> String {
      var digest = CampaignDigest()
      for (index, hash) in hashes.enumerated() { digest.add(case: index, hash: hash) }
      return digest.text
    }
    let texts = [digest([1, 2, 3]), digest([1, 2, 4]), digest([1, 2]), digest([2, 1, 3])]
    #expect(Set(texts).count == texts.count)
  }
}
