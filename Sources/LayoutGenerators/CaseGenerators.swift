// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Returns a generator of cases of one kind, with their known facts.
///
/// Every case is well formed. The simplest choices give the smallest case of the kind.
package func caseGenerator(profile: Profile) -> Generator<GeneratedCase> {
  Generator { (source) throws(GenerationStop) in
    try drawCase(profile, &source).0
  }
}

/// Returns a generator of cases of all kinds, in the proportions of `profileWeight`.
package func mixedCaseGenerator() -> Generator<GeneratedCase> {
  let weights = Profile.allCases.map { profileWeight($0) }
  return Generator { (source) throws(GenerationStop) in
    let profile = Profile.allCases[try source.index(weights: weights)]
    return try drawCase(profile, &source).0
  }
}

/// Returns the share of a kind in the mix, in percent.
package func profileWeight(_ profile: Profile) -> Int {
  switch profile {
  case .wellFormed: return 22
  case .ambiguous: return 11
  case .conflicting: return 11
  case .competing: return 18
  case .degenerate: return 10
  case .extreme: return 10
  case .idiomatic: return 18
  }
}

/// Draws a case with its witness layout; repeats this a few times when numbers exceed the limits of
/// a case.
func drawCase(
  _ profile: Profile, _ source: inout ChoiceSource
) throws(GenerationStop) -> (GeneratedCase, Witness) {
  for attempt in 0..<4 {
    source.beginSpan(.attempt)
    defer { source.endSpan() }
    do throws(GenerationStop) {
      var drawn = try drawOnce(profile, &source)
      drawn.0.redraws = attempt
      return drawn
    } catch .overrun {
      throw .overrun
    } catch .invalid {
      continue
    }
  }
  throw .invalid
}

private func drawOnce(
  _ profile: Profile, _ source: inout ChoiceSource
) throws(GenerationStop) -> (GeneratedCase, Witness) {
  let features = try Features.draw(&source)
  let environment = try drawEnvironment(profile, features, &source)
  var builder = CaseBuilder(profile: profile, features: features, environment: environment)
  if profile == .competing { builder.features.insert(.optional) }
  if profile == .ambiguous { builder.features.remove(.holds) }
  if profile == .idiomatic {
    let truth = try builder.drawSections(&source)
    return builder.finished(truth: truth, order: 0)
  }
  if builder.isBinary { builder.features.remove(.baselines) }
  if features.contains(.fineGrid) {
    let grids = builder.isBinary ? Palette.binaryGrids : Palette.grids
    builder.grid = grids[try source.index(below: grids.count)]
  }
  // One case in sixty-four is large.
  let odds = try source.bool(1, in: 64) ? 100 : 10
  try builder.drawViews(atLeast: profile == .ambiguous ? 1 : 0, odds: odds, &source)
  try builder.drawExtras(&source)
  var truth = PlantedTruth.unique
  switch profile {
  case .competing: truth = .feasible
  case .conflicting: truth = .conflict(constraints: try builder.plantConflict(&source))
  case .ambiguous: truth = try builder.forget(&source)
  default: break
  }
  let isShuffled = features.contains(.shuffledConstraints)
  let order = isShuffled ? try source.integer(in: 0...65_535, towards: 0) : 0
  return builder.finished(truth: truth, order: order)
}

private func drawEnvironment(
  _ profile: Profile, _ features: Features, _ source: inout ChoiceSource
) throws(GenerationStop) -> LayoutCase.Environment {
  source.beginSpan(.environment)
  defer { source.endSpan() }
  let direction: LayoutCase.Environment.Direction =
    features.contains(.rightToLeft) ? .rightToLeft : .leftToRight
  if profile == .idiomatic, try source.bool() {
    var environment = try Device.drawEnvironment(direction, &source)
    if try source.bool(1, in: 6) {
      let width = try source.integer(in: 200...700, towards: 672)
      environment.readableWidth = LayoutNumber(width)
    }
    return environment
  }
  let (width, height) = Palette.rootSizes[try source.index(below: Palette.rootSizes.count)]
  return LayoutCase.Environment(
    size: LayoutSize(width: LayoutNumber(width), height: LayoutNumber(height)),
    scale: try source.integer(in: 1...3, towards: 1),
    direction: direction)
}

extension CaseBuilder {
  /// Removes one of the equations that settle a view.
  ///
  /// The equations form a square regular system, everything else is slack on the witness, and sizes
  /// are positive there. So a whole line of layouts through the witness is right. Along it the view
  /// moves or changes its size, because all items that settled it stay in place.
  mutating func forget(_ source: inout ChoiceSource) throws(GenerationStop) -> PlantedTruth {
    let view = 1 + (try source.index(below: layoutCase.views.count - 1))
    let axis: Axis = try source.bool() ? .vertical : .horizontal
    let known = equations[view][axis]
    guard let first = known.first else { throw .invalid }
    let takesSecond = try source.bool()
    switch takesSecond ? known.second ?? first : first {
    case .constraint(let index): layoutCase.constraints.remove(at: index)
    case .intrinsicSize:
      if axis == .horizontal {
        layoutCase.views[view].intrinsicWidth = nil
      } else {
        layoutCase.views[view].intrinsicHeight = nil
      }
    }
    return .ambiguous(view: view, axis)
  }
}
