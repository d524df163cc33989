// SPDX-License-Identifier: MIT

import Foundation

extension Double {
  static func pow(_ base: Double, _ exponent: Double) -> Double { Foundation.pow(base, exponent) }
  static func log(_ value: Double) -> Double { Foundation.log(value) }
  static func exp(_ value: Double) -> Double { Foundation.exp(value) }
}
