// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics

/// A translated case has the translated layouts.
package struct Translate: ImageLaw {
  package let name = "translate"
  package let statement =
    "a case held somewhere in a larger root is laid out as before, moved as a whole, in pixels too"
  package let reason =
    "constraints speak of differences; nothing but the root itself knows where the origin is"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    guard let embedding = Embedding(of: subject) else { return nil }
    let places = [-1000, -321, -7, 13, 100, 640]
    let offset = (x: choices.pick(places) ?? 0, y: choices.pick(places) ?? 0)
    let raises = choices.upTo(1) == 0 && embedding.canRaiseSubviews
    return embedding.image(copiesAt: [offset], raisingSubviews: raises)
  }
}

/// Two cases next to each other keep their layouts.
package struct DisjointUnion: ImageLaw {
  package let name = "disjointUnion"
  package let statement =
    "of two equal cases side by side in one root, each is laid out as it is alone"
  package let reason = "no constraint leads from one to the other"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    guard let embedding = Embedding(of: subject) else { return nil }
    return embedding.image(
      copiesAt: [(x: 0, y: 0), (x: 2000, y: Int(choices.upTo(2)) * 500)], raisingSubviews: false)
  }
}

/// A case with scaled lengths has the scaled layouts.
package struct Scale: ImageLaw {
  package let name = "scale"
  package let statement =
    "with all lengths times a factor frames are so many times as large; as pixels they are the same"
  package let reason =
    "constraints are linear in lengths, and a screen of another density has other points, not pixels"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let scale = subject.layoutCase.environment.scale
    guard let other = choices.pick([1, 2, 3].filter({ $0 != scale })),
      let scaled = subject.layoutCase.scaled(by: scale, over: other)
    else { return nil }
    var image = LawImage(scaled, of: subject.layoutCase)
    image.layoutCase.environment.scale = other
    image.relation.copies[0].placement.factor = Rational(Int64(scale), Int64(other))
    return image
  }
}

/// A mirrored case has the mirrored layouts.
package struct Mirror: ImageLaw {
  package let name = "mirror"
  package let statement = "a case with left and right exchanged has the mirrored layouts"
  package let reason =
    "x -> width - x turns each constraint into the one with sides exchanged and its constant negated"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    guard let mirrored = subject.layoutCase.mirrored() else { return nil }
    var image = LawImage(mirrored, of: subject.layoutCase)
    image.relation.copies[0].placement.mirroredIn = Rational(
      subject.layoutCase.environment.size.width)
    return image
  }
}

/// A case with its axes exchanged has the layouts with axes exchanged.
package struct Transpose: ImageLaw {
  package let name = "transpose"
  package let statement = "a case with its axes exchanged has the layouts with axes exchanged"
  package let reason = "each rule of layout for one axis is one for the other with other names"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    guard let transposed = subject.layoutCase.transposed() else { return nil }
    var image = LawImage(transposed, of: subject.layoutCase)
    image.relation.copies[0].placement.isTransposed = true
    return image
  }
}

/// A case in the other reading direction, with leading and trailing exchanged, keeps its layouts.
package struct TurnDirection: ImageLaw {
  package let name = "turnDirection"
  package let statement =
    "with the direction turned round, and with it leading and trailing, nothing moves"
  package let reason =
    "leading is left, and right in the other direction, where distances count from right to left"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    guard let turned = subject.layoutCase.turned() else { return nil }
    return LawImage(turned, of: subject.layoutCase)
  }
}
