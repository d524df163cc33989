// SPDX-License-Identifier: MIT

import CorpusStore
import LayoutModel
import LinearModel
import Oracles
import Testing

@testable import Judging

@Suite("Failure signatures")
struct CaseShapeTests {
  private func layoutCase(_ change: (inout LayoutCase) -> Void = { _ in }) -> LayoutCase {
    var result = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [
        View(id: "root", parent: nil), View(id: "v1", parent: 0), View(id: "v2", parent: 0),
      ])
    result.constraints = [
      LayoutConstraint(
        id: "c1", first: Anchor(.view(1), .left), relation: .greaterThanOrEqual,
        second: Anchor(.view(2), .left), constant: 11),
      LayoutConstraint(id: "c2", first: Anchor(.view(1), .width), constant: 5, priority: 500),
    ]
    change(&result)
    return result
  }

  private func bucket(_ layoutCase: LayoutCase, _ verdict: Verdict = .wrongInfeasible) throws
    -> String
  {
    let kind = try #require(FailureIdentity(strategy: "simplex", verdict: verdict))
    return layoutCase.bucket(of: kind)
  }

  @Test("The bucket is the same in every run and build")
  func golden() throws {
    #expect(try bucket(layoutCase()) == "simplex-wrongInfeasible-c32cdd6b")
  }

  @Test("Numbers, names, order and side do not change the bucket")
  func sameBucket() throws {
    let expected = try bucket(layoutCase())
    let same = [
      layoutCase { $0.constraints[0].constant = 400 },
      layoutCase { $0.constraints[1].priority = 20 },
      layoutCase { $0.constraints.swapAt(0, 1) },
      layoutCase { $0.views[1].id = "other" },
      layoutCase {
        $0.constraints[0].first = Anchor(.view(2), .left)
        $0.constraints[0].second = Anchor(.view(1), .left)
        $0.constraints[0].relation = .lessThanOrEqual
      },
      layoutCase { $0.environment.size.width = 7 },
      // The choice between two equal siblings has no effect.
      layoutCase { $0.constraints[0].relation = .lessThanOrEqual },
    ]
    for other in same { #expect(try bucket(other) == expected) }
  }

  @Test("Attributes, relations, the tree, strengths and properties of views change the bucket")
  func otherBucket() throws {
    let different = [
      layoutCase(),
      layoutCase { $0.constraints[0].relation = .equal },
      layoutCase { $0.constraints[0].second = Anchor(.view(0), .left) },
      layoutCase { $0.constraints[0].first.attribute = .right },
      layoutCase { $0.constraints[0].priority = 500 },
      layoutCase { $0.constraints[0].multiplier = 2 },
      layoutCase { $0.constraints[1].priority = .required },
      layoutCase { $0.views[2].parent = 1 },
      layoutCase { $0.views[2].intrinsicWidth = 1 },
      layoutCase { $0.constraints.removeLast() },
    ]
    var buckets: Set<String> = []
    for layoutCase in different { buckets.insert(try bucket(layoutCase)) }
    #expect(buckets.count == different.count)
  }

  @Test("Every failing verdict has its own kind, and no other verdict has one")
  func kinds() {
    let failing: [Verdict] = [
      .nonDeterministic, .malformed, .requiredViolated(ConstraintID(0)),
      .worseThanOptimal(Strength(500)), .wrongValue(VariableID(0)), .wrongInfeasible,
      .wrongFeasible, .wrongConflict,
    ]
    let others: [Verdict] = [.pass, .gaveUp(.workLimit), .undecided(.knifeEdge)]
    for verdict in failing + others {
      #expect(
        (FailureIdentity(strategy: "naive", verdict: verdict) != nil) == verdict.isFailure)
    }
    #expect(Set(failing.map(\.failureKind)).count == failing.count)
    #expect(
      FailureIdentity(strategy: "naive", verdict: .worseThanOptimal(Strength(1)))
        == FailureIdentity(strategy: "naive", verdict: .worseThanOptimal(Strength(999))))
  }
}
