// SPDX-License-Identifier: MIT

import Testing

@testable import Judging
@testable import Nights

@Suite("Alternation of planted faults")
struct NightHuntTests {
  @Test("every fault is hunted once before any is hunted twice", arguments: [1, 2, 5, 7, 200])
  func turns(count: Int) {
    let all = Set(MutantCatalog.all.map(\.name))
    let perNight = min(count, all.count)
    var seen: [String] = []
    var night = 1
    while seen.count + perNight <= all.count {
      seen += NightHunt.mutants(count, ofNight: night).map(\.name)
      night += 1
    }
    #expect(Set(seen).count == seen.count && all.isSuperset(of: seen))
    seen += NightHunt.mutants(count, ofNight: night).map(\.name)
    #expect(seen.count >= all.count ? Set(seen) == all : true)
  }

  @Test("steps share no divisor with the number of faults")
  func stride() {
    for count in 1...200 {
      let stride = NightHunt.stride(count)
      #expect(Set((0..<count).map { $0 * stride % count }).count == count, "\(count)")
    }
  }
}
