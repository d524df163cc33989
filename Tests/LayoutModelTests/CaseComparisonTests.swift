// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

/// Checks that hand-written comparisons equal those of raw values.
@Suite("Comparing cases")
struct CaseComparisonTests {
  private func expectByRawValue<Value: RawRepresentable & CaseIterable & Hashable>(
    _ type: Value.Type, isEqual: (Value, Value) -> Bool, isOther: (Value, Value) -> Bool
  ) where Value.RawValue: Equatable {
    for one in Value.allCases {
      for other in Value.allCases {
        let isSame = one.rawValue == other.rawValue
        #expect(isEqual(one, other) == isSame, "\(one) and \(other)")
        #expect(isOther(one, other) == !isSame, "\(one) and \(other)")
        #expect((Set([one, other]).count == 1) == isSame, "\(one) and \(other)")
      }
    }
  }

  @Test("enums with raw values are equal when the raw values are")
  func rawValues() {
    expectByRawValue(Attribute.self, isEqual: { $0 == $1 }, isOther: { $0 != $1 })
    expectByRawValue(Axis.self, isEqual: { $0 == $1 }, isOther: { $0 != $1 })
    expectByRawValue(View.Kind.self, isEqual: { $0 == $1 }, isOther: { $0 != $1 })
    expectByRawValue(
      LayoutConstraint.Relation.self, isEqual: { $0 == $1 }, isOther: { $0 != $1 })
    expectByRawValue(
      LayoutCase.Environment.Direction.self, isEqual: { $0 == $1 }, isOther: { $0 != $1 })
  }

  @Test("items are equal when kind and index are")
  func items() {
    let items: [Item] = [.view(0), .view(1), .guide(0), .guide(1)]
    for (first, one) in items.enumerated() {
      for (second, other) in items.enumerated() {
        #expect((one == other) == (first == second))
        #expect((one != other) == (first != second))
      }
    }
  }
}
