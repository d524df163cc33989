// SPDX-License-Identifier: MIT

import ExactNumerics
import JSON
import LinearModel

extension CertificateFile {
  /// The text of the file: the same certificate always gives the same bytes.
  ///
  /// - Complexity: O(size of the certificate).
  package var encoded: [UInt8] { JSONWriter.document(json) }

  private var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "layoutfuzzCertificate", value: .number(Self.version)),
      .init(key: "variables", value: .number(variableCount)),
      .init(key: "constraints", value: .array(rows.map(\.json))),
      .init(key: "status", value: .string(claim.status.rawValue)),
    ]
    switch claim {
    case .feasible(let optimum): members += optimum.members
    case .infeasible(let contradiction): members += contradiction.members
    }
    return .object(members)
  }

  /// The values of the key `status`.
  enum Status: String, CaseIterable {
    case unique, ambiguous, infeasible
  }
}

extension CertificateFile.Claim {
  fileprivate var status: CertificateFile.Status {
    switch self {
    case .infeasible: return .infeasible
    case .feasible(let optimum):
      if case .none = optimum.others { return .unique }
      return .ambiguous
    }
  }
}

extension CertificateFile.Row {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "terms": .array(terms.map(\.json)),
      "relation": .string(relation.symbol), "constant": constant.json,
      "priority": .number(priority),
    ]
  }
}

extension CertificateFile.Entry {
  fileprivate var json: JSONValue { [.number(index), value.json] }
}

extension Rational {
  fileprivate var json: JSONValue { .string(description) }
}

extension CertificateFile.Optimum {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "point", value: .array(point.map(\.json))),
      .init(key: "levels", value: .array(levels.map(\.json))),
    ]
    switch others {
    case .none(let proof): members.append(.init(key: "uniqueness", value: proof.json))
    case .second(let point):
      members.append(.init(key: "secondPoint", value: .array(point.map(\.json))))
    }
    return members
  }
}

extension CertificateFile.Level {
  fileprivate var json: JSONValue {
    [
      "priority": .number(priority), "optimum": optimum.json,
      "multipliers": .array(multipliers.map(\.json)),
      "higherLevels": .array(higherLevels.map(\.json)),
    ]
  }
}

extension CertificateFile.Uniqueness {
  fileprivate var json: JSONValue {
    [
      "closing": .array(closing.map(\.json)),
      "closingLevels": .array(closingLevels.map(\.json)),
      "live": .array(live.map { [.number($0.constraint), .string($0.isPositive ? "+" : "-")] }),
      "liveMultipliers": .array(liveMultipliers.map(\.json)),
      "tight": .array(tight.map { [.number($0.constraint), .number($0.variable)] }),
    ]
  }
}

extension CertificateFile.Contradiction {
  fileprivate var members: [JSONValue.Member] {
    [
      .init(key: "multipliers", value: .array(multipliers.map(\.json))),
      .init(
        key: "conflict",
        value: .array(
          conflict.map {
            ["constraint": .number($0.constraint), "othersHoldAt": .array($0.point.map(\.json))]
          })),
    ]
  }
}

extension Relation {
  /// The symbol of the relation in certificates.
  var symbol: String {
    switch self {
    case .lessThanOrEqual: return "<="
    case .equal: return "=="
    case .greaterThanOrEqual: return ">="
    }
  }
}
