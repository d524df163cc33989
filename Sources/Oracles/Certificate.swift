// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Multipliers of some constraints; all other constraints have the multiplier 0.
package struct Multipliers: Sendable, Hashable {
  /// One constraint with its multiplier.
  package struct Entry: Sendable, Hashable {
    package var constraint: Int
    package var value: Rational

    package init(constraint: Int, value: Rational) {
      self.constraint = constraint
      self.value = value
    }
  }

  /// The entries in ascending order of constraints, without zeros.
  package var entries: [Entry]

  package init(entries: [Entry] = []) { self.entries = entries }
}

/// A proof that no layout is better at one strength: weak duality, without any simplex.
///
/// With the residuals `r_i(x) = a_i.x - b_i`, the sum of `lambda_i r_i(x)` is the same number for
/// every `x`, namely `F_p + sum mu_q F_q`. Each summand is at most `mu_q` times the violation of
/// `i` for an optional constraint of level `q` (with `mu_p = 1`). It is at most 0 for a required
/// constraint that holds. So `f_p(x) + sum mu_q f_q(x) >= F_p + sum mu_q F_q` for every `x` that
/// satisfies the required constraints.
package struct LevelCertificate: Sendable, Hashable {
  package var strength: Strength
  /// `F_p`: the least sum of violations at this strength.
  package var optimum: Rational
  package var multipliers: Multipliers
  /// `mu_q >= 0` for the levels above, highest first.
  package var higherLevels: [Rational]

  package init(
    strength: Strength, optimum: Rational, multipliers: Multipliers, higherLevels: [Rational]
  ) {
    self.strength = strength
    self.optimum = optimum
    self.multipliers = multipliers
    self.higherLevels = higherLevels
  }
}

/// A proof that the required constraints contradict each other.
///
/// `sum lambda_i r_i(x)` is the same positive number for every `x`, while each summand is at most 0
/// wherever its constraint holds. Reference: Farkas, Theorie der einfachen Ungleichungen, 1902.
package struct FarkasCertificate: Sendable, Hashable {
  package var multipliers: Multipliers

  package init(multipliers: Multipliers) { self.multipliers = multipliers }

  /// The constraints of the contradiction.
  package var support: [ConstraintID] {
    multipliers.entries.map { ConstraintID($0.constraint) }
  }
}

/// A proof that only one layout is optimal at every strength.
///
/// Two separate sets of multipliers are needed; a single combined one would be circular.
package struct UniquenessCertificate: Sendable, Hashable {
  /// Multipliers as in `LevelCertificate`, over all levels at once.
  ///
  /// Where one is strictly inside its range on a side, the constraint's residual is 0 on that side
  /// in every optimal layout (complementary slackness).
  package var closing: Multipliers
  /// `mu_q > 0` for every level, highest first, belonging to `closing`.
  package var closingLevels: [Rational]
  /// Constraints that are closed on one side only, with the sign of the open side.
  package var live: [LiveSide]
  /// Multipliers with `sum over live of sign * r_i + sum nu_i r_i` identically 0, each
  /// `nu_i r_i >= 0` on the optimal set: so every live residual is 0, too.
  package var liveMultipliers: Multipliers
  /// Constraints whose residuals are all 0 in every optimal layout and whose coefficients have full
  /// rank.
  ///
  /// Each has a variable to eliminate, which is a hint: the checker uses another one if necessary.
  package var tight: [TightRow]

  /// A constraint whose residual may still leave 0 in one direction, according to `closing`.
  package struct LiveSide: Sendable, Hashable {
    package var constraint: Int
    package var isPositive: Bool
  }

  /// A constraint that holds with residual 0, and a variable in it.
  package struct TightRow: Sendable, Hashable {
    package var constraint: Int
    package var pivotHint: Int

    package init(constraint: Int, pivotHint: Int) {
      self.constraint = constraint
      self.pivotHint = pivotHint
    }
  }

  package init(
    closing: Multipliers, closingLevels: [Rational], live: [LiveSide],
    liveMultipliers: Multipliers, tight: [TightRow]
  ) {
    self.closing = closing
    self.closingLevels = closingLevels
    self.live = live
    self.liveMultipliers = liveMultipliers
    self.tight = tight
  }
}
