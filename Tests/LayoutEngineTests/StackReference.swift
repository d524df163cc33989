// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import Lowering

/// A reference for stack views: the frames of arranged views by plain arithmetic, where it is
/// sufficient.
///
/// It shares no code with the constraints of a stack view.
struct StackReference {
  /// An arranged view.
  struct Member {
    var width: Rational
    var height: Rational
    var firstBaseline: Rational = .zero
    var lastBaseline: Rational = .zero
    var isHidden = false
    var customSpacing: Rational?
    /// Whether it takes the remaining space in a filling distribution.
    var isFlexible = false
  }

  /// An interval from `start` of `length`.
  struct Stretch: Equatable {
    var start: Rational
    var length: Rational
  }

  var stack: StackLayout
  var margins: LayoutInsets
  var isRightToLeft: Bool
  var members: [Member]

  private var visible: [Member] { members.filter { !$0.isHidden } }

  private func natural(_ member: Member, _ axis: Axis) -> Rational {
    axis == .horizontal ? member.width : member.height
  }

  private func inset(_ axis: Axis) -> (near: Rational, far: Rational) {
    guard stack.isMarginsRelative else { return (.zero, .zero) }
    guard axis == .horizontal else { return (Rational(margins.top), Rational(margins.bottom)) }
    let (left, right) = (Rational(margins.left), Rational(margins.right))
    return isRightToLeft ? (right, left) : (left, right)
  }

  /// The spacings from the end of each visible member to the start of the next.
  var spacings: [Rational] {
    let places = members.indices.filter { !members[$0].isHidden }
    return zip(places, places.dropFirst()).map { one, next in
      func own(_ place: Int) -> Rational {
        members[place].customSpacing ?? Rational(stack.spacing)
      }
      // Half the gap on each side of the hidden members.
      let gap = one + 1 == next ? own(one) : (own(one) + own(next - 1)) * Rational(1, 2)
      return gap - reach(from: members[one], to: members[next])
    }
  }

  /// Returns the part of a gap inside the views around it, when it is from baseline to baseline.
  private func reach(from one: Member, to next: Member) -> Rational {
    guard stack.isBaselineRelative, stack.axis == .vertical else { return .zero }
    return one.lastBaseline + next.firstBaseline
  }

  /// The length of the stack if only its contents decide it.
  var naturalLength: Rational {
    let (near, far) = inset(stack.axis)
    var length = near + far + spacings.reduce(.zero, +)
    for member in visible { length += natural(member, stack.axis) }
    return length
  }

  /// The extent across of the stack if only its contents decide it.
  var naturalBreadth: Rational {
    let cross: Axis = stack.axis == .horizontal ? .vertical : .horizontal
    let (near, far) = inset(cross)
    let largest = visible.map { natural($0, cross) }.max() ?? .zero
    guard cross == .vertical else { return near + far + largest }
    switch stack.alignment {
    case .firstBaseline:
      let up = visible.map(\.firstBaseline).max() ?? .zero
      let down = visible.map { $0.height - $0.firstBaseline }.max() ?? .zero
      return near + far + up + down
    case .lastBaseline:
      let up = visible.map { $0.height - $0.lastBaseline }.max() ?? .zero
      let down = visible.map(\.lastBaseline).max() ?? .zero
      return near + far + up + down
    default: return near + far + largest
    }
  }

  /// Returns the frames of the visible members in a stack of the size, in order; nil if arithmetic
  /// alone does not decide.
  func frames(width: Rational, height: Rational) -> [ExactFrame]? {
    let isHorizontal = stack.axis == .horizontal
    guard let along = along(isHorizontal ? width : height) else { return nil }
    guard let across = across(isHorizontal ? height : width) else { return nil }
    return zip(along, across).map { along, across in
      let (x, y) = isHorizontal ? (along, across) : (across, along)
      let left = isRightToLeft ? width - x.start - x.length : x.start
      return ExactFrame(x: left, y: y.start, width: x.length, height: y.length)
    }
  }

  // MARK: - Along the axis

  private func along(_ length: Rational) -> [Stretch]? {
    let (near, far) = inset(stack.axis)
    let room = length - near - far
    guard let lengths = lengths(room) else { return nil }
    guard lengths.allSatisfy({ $0 >= .zero }) else { return nil }
    if stack.distribution == .equalCentering, lengths.count > 1 {
      return centred(lengths, room).map { $0.map { shifted($0, near) } }
    }
    var gaps = spacings
    if stack.distribution == .equalSpacing, lengths.count > 1 {
      let reaches = zip(visible, visible.dropFirst()).map { reach(from: $0, to: $1) }
      let gap =
        (room - lengths.reduce(.zero, +) + reaches.reduce(.zero, +)) / Rational(reaches.count)
      guard zip(gaps, reaches).allSatisfy({ $0 <= gap - $1 }) else { return nil }
      gaps = reaches.map { gap - $0 }
    }
    var stretches: [Stretch] = []
    var start = near
    for (place, length) in lengths.enumerated() {
      stretches.append(Stretch(start: start, length: length))
      start += length + (place < gaps.count ? gaps[place] : .zero)
    }
    return stretches
  }

  private func shifted(_ stretch: Stretch, _ distance: Rational) -> Stretch {
    Stretch(start: stretch.start + distance, length: stretch.length)
  }

  private func lengths(_ room: Rational) -> [Rational]? {
    let natural = visible.map { self.natural($0, stack.axis) }
    guard let last = natural.indices.last else { return [] }
    let gaps = spacings.reduce(.zero, +)
    let rest = room - gaps - natural.reduce(.zero, +)
    switch stack.distribution {
    case .fillEqually:
      return natural.map { _ in (room - gaps) / Rational(natural.count) }
    case .fill:
      guard let flexible = visible.firstIndex(where: \.isFlexible) else { return nil }
      var lengths = natural
      lengths[flexible] += rest
      return lengths
    case .fillProportionally:
      if natural.count == 1 { return [room] }
      let spacing = stack.usesSystemSpacing ? .zero : Rational(stack.spacing)
      let whole = natural.reduce(spacing * Rational(natural.count - 1), +)
      guard whole > .zero else { return nil }
      var lengths = natural.map { $0 / whole * room }
      lengths[last] = room - gaps - lengths.dropLast().reduce(.zero, +)
      return lengths
    case .equalSpacing, .equalCentering:
      return natural.count == 1 ? [room] : natural
    }
  }

  private func centred(_ lengths: [Rational], _ room: Rational) -> [Stretch]? {
    let half = Rational(1, 2)
    let ends = (lengths[0] + lengths[lengths.count - 1]) * half
    let step = (room - ends) / Rational(lengths.count - 1)
    let stretches = lengths.enumerated().map { place, length in
      Stretch(
        start: lengths[0] * half + step * Rational(place) - length * half, length: length)
    }
    for (place, spacing) in spacings.enumerated() {
      let end = stretches[place].start + stretches[place].length
      guard stretches[place + 1].start - end >= spacing else { return nil }
    }
    return stretches
  }

  // MARK: - Across

  private func across(_ breadth: Rational) -> [Stretch]? {
    let cross: Axis = stack.axis == .horizontal ? .vertical : .horizontal
    let (near, far) = inset(cross)
    let room = breadth - near - far
    guard breadth >= naturalBreadth || stack.alignment == .fill, room >= .zero else { return nil }
    let top = visible.map(\.firstBaseline).max() ?? .zero
    let bottom = visible.map(\.lastBaseline).max() ?? .zero
    return visible.map { member in
      let natural = self.natural(member, cross)
      var start = near
      switch stack.alignment {
      case .fill: return Stretch(start: near, length: room)
      case .leading: break
      case .center: start += (room - natural) * Rational(1, 2)
      case .trailing: start += room - natural
      case .firstBaseline where cross == .vertical: start += top - member.firstBaseline
      case .lastBaseline where cross == .vertical:
        start += room - bottom + member.lastBaseline - natural
      case .firstBaseline: break
      case .lastBaseline: start += room - natural
      }
      return Stretch(start: start, length: natural)
    }
  }
}
