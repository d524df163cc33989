// SPDX-License-Identifier: MIT

import LayoutModel

/// The places of arranged views in a stack view, by arithmetic (AUTOLAYOUT 9); only for stacks that
/// this determines uniquely.
struct StackPlan {
  /// An arranged view with its natural size.
  struct Member {
    var size: ByAxis<Ratio>
    var isHidden = false
    var customSpacing: Ratio?
    var firstBaseline = Ratio.zero
    var lastBaseline = Ratio.zero
  }

  var layout: StackLayout
  /// The insets at the near and far edge along each axis, in reading direction.
  var insets: ByAxis<(near: Ratio, far: Ratio)>
  var members: [Member]
  /// The visible member that a filling stack stretches.
  var flexible: Int

  /// Returns the priority with which a member hugs its content: the flexible one least, and in an
  /// NSStackView all less than its alignment, so that both toolkits have the same places.
  func hugging(of member: Int) -> Priority {
    let isFlexible = member == flexible
    switch layout.toolkit {
    case .uiKit: return isFlexible ? 250 : 251
    case .appKit: return isFlexible ? 248 : 249
    }
  }

  var axis: Axis { layout.axis }
  var cross: Axis { axis == .horizontal ? .vertical : .horizontal }
  var shown: [Int] { members.indices.filter { !members[$0].isHidden } }

  /// The spacings from the far edge of each visible member to the near edge of the next.
  var spacings: [Ratio] {
    let shown = self.shown
    let countsBaselines = layout.isBaselineRelative && axis == .vertical
    return zip(shown, shown.dropFirst()).map { one, next in
      func own(_ place: Int) -> Ratio { members[place].customSpacing ?? Ratio(layout.spacing) }
      let spacing = one + 1 == next ? own(one) : (own(one) + own(next - 1)).half
      if !countsBaselines { return spacing }
      return spacing - members[one].lastBaseline - members[next].firstBaseline
    }
  }

  /// The least distance between centers for which every gap is long enough.
  private var leastStep: Ratio {
    let sizes = shown.map { members[$0].size[axis] }
    return spacings.enumerated().map { place, spacing in
      (sizes[place] + sizes[place + 1]).half + spacing
    }.max() ?? 0
  }

  /// The length of the stack when its contents decide it; for proportional shares a sufficient
  /// length.
  var naturalLength: Ratio {
    let sizes = shown.map { members[$0].size[axis] }
    let (near, far) = insets[axis]
    let sum = sizes.reduce(near + far, +)
    let count = Ratio(sizes.count)
    switch layout.distribution {
    case .fill, .fillProportionally: return spacings.reduce(sum, +)
    case .fillEqually:
      return spacings.reduce(near + far + (sizes.max() ?? 0) * count, +)
    case .equalSpacing: return sum + (spacings.max() ?? 0) * (count - 1)
    case .equalCentering:
      guard let first = sizes.first, let last = sizes.last, sizes.count > 1 else { return sum }
      return near + far + (first + last).half + leastStep * (count - 1)
    }
  }

  /// The breadth of the stack when its contents decide it.
  var naturalBreadth: Ratio {
    let views = shown.map { members[$0] }
    let (near, far) = insets[cross]
    func largest(_ value: (Member) -> Ratio) -> Ratio { views.map(value).max() ?? 0 }
    switch layout.alignment {
    case .firstBaseline where cross == .vertical:
      return near + far + largest(\.firstBaseline)
        + largest { $0.size.vertical - $0.firstBaseline }
    case .lastBaseline where cross == .vertical:
      return near + far + largest(\.lastBaseline) + largest { $0.size.vertical - $0.lastBaseline }
    default: return near + far + largest { $0.size[cross] }
    }
  }

  // MARK: - Stretches, counted from the near edge of the stack

  /// Returns the stretches of all members along the axis; nil when a view would have a negative
  /// size.
  func along(_ length: Ratio) -> [Stretch]? {
    let (near, far) = insets[axis]
    guard let sizes = lengths(length - near - far), !sizes.contains(where: \.isNegative) else {
      return nil
    }
    var gaps = spacings
    let room = length - near - far
    let count = Ratio(gaps.count)
    if layout.distribution == .equalSpacing {
      gaps = gaps.map { _ in (room - sizes.reduce(0, +)) / count }
    } else if layout.distribution == .equalCentering, let first = sizes.first, let last = sizes.last
    {
      let step = (room - (first + last).half) / count
      gaps = gaps.indices.map { step - (sizes[$0] + sizes[$0 + 1]).half }
    }
    var stretches: [Stretch] = []
    var start = near
    for (place, size) in sizes.enumerated() {
      stretches.append(Stretch(low: start, size: size))
      start = start + size + (place < gaps.count ? gaps[place] : 0)
    }
    return withHidden(stretches)
  }

  private func lengths(_ room: Ratio) -> [Ratio]? {
    var sizes = shown.map { members[$0].size[axis] }
    let gaps = spacings.reduce(0, +)
    let count = Ratio(sizes.count)
    switch layout.distribution {
    case .fillEqually: return sizes.map { _ in (room - gaps) / count }
    case .fill:
      guard let place = shown.firstIndex(of: flexible) else { return nil }
      sizes[place] = sizes[place] + room - gaps - sizes.reduce(0, +)
      return sizes
    case .fillProportionally:
      let spacing = layout.usesSystemSpacing ? Ratio.zero : Ratio(layout.spacing)
      let whole = sizes.reduce(spacing * (count - 1), +)
      guard whole > 0 else { return nil }
      var shares = sizes.map { $0 / whole * room }
      shares[shares.count - 1] = room - gaps - shares.dropLast().reduce(0, +)
      return shares
    case .equalSpacing, .equalCentering: return sizes.count == 1 ? [room] : sizes
    }
  }

  /// Adds the places of hidden members between the visible ones: the middle of a gap, or next to
  /// the ends.
  private func withHidden(_ stretches: [Stretch]) -> [Stretch] {
    let shown = self.shown
    var placed: [Stretch] = []
    var next = 0
    for place in members.indices {
      if next < shown.count, shown[next] == place {
        placed.append(stretches[next])
        next += 1
      } else if next == 0 {
        placed.append(Stretch(low: stretches[0].low, size: 0))
      } else if next == shown.count {
        placed.append(Stretch(low: stretches[next - 1].high, size: 0))
      } else {
        placed.append(Stretch(low: hiddenPlace(place, stretches, next), size: 0))
      }
    }
    return placed
  }

  /// Returns the place of a hidden member: half its spacing from its neighbours, or in the middle
  /// of an equalized gap.
  ///
  /// The middle is kept within half the spacing on both sides.
  private func hiddenPlace(_ place: Int, _ stretches: [Stretch], _ next: Int) -> Ratio {
    let (before, after) = (stretches[next - 1].high, stretches[next].low)
    func half(_ place: Int) -> Ratio {
      (members[place].customSpacing ?? Ratio(layout.spacing)).half
    }
    let nearest = before + half(shown[next - 1])
    switch layout.distribution {
    case .equalSpacing, .equalCentering:
      return max(nearest, min(after - half(shown[next] - 1), (before + after).half))
    default: return nearest
    }
  }

  /// Returns the stretches of all members across.
  func across(_ breadth: Ratio) -> [Stretch] {
    let (near, far) = insets[cross]
    let room = breadth - near - far
    let views = shown.map { members[$0] }
    let top = views.map(\.firstBaseline).max() ?? 0
    let bottom = views.map(\.lastBaseline).max() ?? 0
    func stretch(_ member: Member) -> Stretch {
      let size = member.size[cross]
      switch layout.alignment {
      case .fill: return Stretch(low: near, size: room)
      case .leading: return Stretch(low: near, size: size)
      case .center: return Stretch(low: near + (room - size).half, size: size)
      case .firstBaseline where cross == .vertical:
        return Stretch(low: near + top - member.firstBaseline, size: size)
      case .lastBaseline where cross == .vertical:
        return Stretch(low: near + room - bottom + member.lastBaseline - size, size: size)
      case .firstBaseline: return Stretch(low: near, size: size)
      case .trailing, .lastBaseline: return Stretch(low: near + room - size, size: size)
      }
    }
    let first = views.first.map(stretch) ?? Stretch(low: near, size: 0)
    return members.map { member in
      guard member.isHidden else { return stretch(member) }
      // A hidden view has the size 0 and is aligned with the first visible one.
      switch layout.alignment {
      case .center: return Stretch(low: first.center, size: 0)
      case .trailing: return Stretch(low: first.high, size: 0)
      case .lastBaseline where cross == .horizontal: return Stretch(low: first.high, size: 0)
      default: return Stretch(low: first.low, size: 0)
      }
    }
  }
}
