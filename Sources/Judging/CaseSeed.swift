// SPDX-License-Identifier: MIT

import Choices

/// Returns the seed of case `index` of the campaign with the given seed.
///
/// Cases do not share a stream: any worker can generate each of them alone.
package func caseSeed(campaign seed: UInt64, index: Int) -> UInt64 {
  var outer = SplitMix64(seed: seed)
  var inner = SplitMix64(seed: outer.next() &+ UInt64(bitPattern: Int64(index)))
  return inner.next()
}
