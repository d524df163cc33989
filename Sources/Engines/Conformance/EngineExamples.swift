// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

// The examples for layouts that do not change, then for live layouts, in `all`.

extension EngineExample {
  /// All examples, in the order of the report.
  static let all =
    constraints + terms + views + sizes + operations + changes + formats + processes

  // MARK: - Constraints

  private static let constraints = [
    EngineExample(
      "distances to the edges of the root",
      script(edges(1, from: 1, left: 8, top: 4, right: 12, bottom: 6) + [.frames])),
    EngineExample(
      "sizes",
      script(corner(1, from: 1) + [add(3, 1, .width, 50), add(4, 1, .height, 20), .frames]),
      script([add(1, 1, .width, 50), add(2, 1, .height, 20), .frames])),
    EngineExample(
      "sizes of zero",
      script(
        corner(1, from: 1) + [
          add(3, 1, .width, 0), add(4, 1, .height, 0), .frames,
        ]), script([add(1, 1, .width, 0), add(2, 1, .height, 0), .frames])),
    EngineExample(
      "fractions of points",
      script(
        [
          (EngineAttribute.left, Rational(35, 4)), (.top, Rational(1, 4)),
          (.right, Rational(-29, 4)), (.bottom, Rational(-1, 2)),
        ].enumerated().map { index, edge in
          .add(
            EngineConstraint(
              id: index, .init(1, edge.0), .equal, .init(0, edge.0), constant: edge.1))
        } + [.frames])),
    EngineExample(
      "leading and trailing edges", relativeEdges(.leftToRight)),
    EngineExample("right to left", relativeEdges(.rightToLeft)),
    EngineExample(
      "centers",
      script([
        add(1, 1, .centerX, .equal, .init(0, .centerX), 10),
        add(2, 1, .centerY, .equal, .init(0, .centerY), -5),
        add(3, 1, .left, .equal, .init(0, .left), 40), add(4, 1, .top, .equal, .init(0, .top), 20),
        .frames,
      ])),
    EngineExample(
      "distances between views",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        [
          add(1, 1, .left, .equal, .init(0, .left), 8),
          add(2, 1, .right, .equal, .init(0, .left), 60),
          add(3, 2, .left, .equal, .init(1, .right), 10),
          add(4, 2, .right, .equal, .init(0, .right), -8),
          add(5, 1, .top, .equal, .init(0, .top), 4),
          add(6, 1, .bottom, .equal, .init(0, .bottom), -4),
          add(7, 2, .top, .equal, .init(1, .top), 3),
          add(8, 2, .bottom, .equal, .init(1, .bottom), -3), .frames,
        ])),
    EngineExample(
      "equal sizes",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        corner(1, from: 1) + [
          add(3, 1, .width, 50), add(4, 1, .height, 20),
          add(5, 2, .left, .equal, .init(1, .right), 0),
          add(6, 2, .top, .equal, .init(1, .top), 0),
          add(7, 2, .width, .equal, .init(1, .width), 5),
          add(8, 2, .height, .equal, .init(1, .height), 0), .frames,
        ])),
    EngineExample(
      "multipliers",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        corner(1, from: 1) + [
          add(3, 1, .width, 30), add(4, 1, .height, 20),
          add(5, 2, .left, .equal, .init(0, .left), 0),
          add(6, 2, .top, .equal, .init(1, .bottom), 0),
          add(7, 2, .width, .equal, .init(1, .width), times: 3, 5),
          add(8, 2, .height, .equal, .init(1, .height), times: 2, 0), .frames,
        ])),
    EngineExample("inequalities") { offer in
      let bounds = [
        add(5, 1, .width, .greaterThanOrEqual, 50), add(6, 1, .height, .lessThanOrEqual, 20),
      ]
      let preferred = priorities(of: offer).prefix(1).map { strength in
        script(
          corner(1, from: 1) + bounds
            + [
              add(7, 1, .width, .equal, 10, strength), add(8, 1, .height, .equal, 90, strength),
              .frames,
            ])
      }
      // Without preferences several layouts are right, and only the bounds are judged.
      let others = [
        script(corner(1, from: 1) + bounds + [.frames]), script(bounds + [.frames]),
        script(
          edges(1, from: 1, left: 8, top: 4) + [
            add(3, 1, .right, .lessThanOrEqual, .init(0, .right), -90),
            add(4, 1, .bottom, .lessThanOrEqual, .init(0, .bottom), -50), .frames,
          ]),
      ]
      return (preferred + others).map { Form(script: $0) }
    },
    EngineExample("the higher priority wins") { offer in
      let two = priorities(of: offer)
      guard two.count == 2 else { return [] }
      let wishes = [
        add(5, 1, .width, 50, two[0]), add(6, 1, .width, 90, two[1]),
        add(7, 1, .height, 30, two[1]), add(8, 1, .height, 20, two[0]),
      ]
      return [corner(1, from: 1) + wishes + [.frames], wishes + [.frames]].map {
        Form(script: script($0))
      }
    },
    EngineExample("the smallest sum of violations wins") { offer in
      guard let strength = priorities(of: offer).first else { return [] }
      let wishes = [
        add(5, 1, .width, 50, strength), add(6, 1, .width, 90, strength),
        add(7, 1, .width, 90, strength), add(8, 1, .height, 20),
      ]
      return [corner(1, from: 1) + wishes + [.frames], wishes + [.frames]].map {
        Form(script: script($0))
      }
    },
    EngineExample("a contradiction is refused, and changes nothing") { offer in
      guard offer.refuses else { return [] }
      let wrong = add(9, 1, .width, .lessThanOrEqual, 20)
      let edges = edges(1, from: 1, left: 8, top: 4, right: 12, bottom: 6)
      return [
        Form(
          script: script(
            corner(1, from: 1) + [add(3, 1, .width, 50), add(4, 1, .height, 20), wrong, .frames]),
          contradicts: true),
        Form(
          script: script(
            edges + [add(9, 1, .right, .lessThanOrEqual, .init(0, .left), 20), .frames]),
          contradicts: true),
        Form(script: script([add(3, 1, .width, 50), wrong, .frames]), contradicts: true),
      ]
    },
    EngineExample("a contradiction leaves no trace after its removal") { offer in
      guard !offer.refuses, offer.operations.contains(.remove) else { return [] }
      let wrong = add(9, 1, .width, 20)
      return [
        Form(
          script: script(
            corner(1, from: 1) + [
              add(3, 1, .width, 50), add(4, 1, .height, 20), wrong, .remove(9), .frames,
            ]), contradicts: true),
        Form(
          script: script([add(3, 1, .width, 50), wrong, .remove(9), .frames]), contradicts: true),
      ]
    },
  ]

  private static func relativeEdges(_ direction: EngineDirection) -> EngineScript {
    script(
      direction: direction,
      [
        add(1, 1, .leading, .equal, .init(0, .leading), 8),
        add(2, 1, .trailing, .equal, .init(0, .trailing), -30),
        add(3, 1, .top, .equal, .init(0, .top), 4),
        add(4, 1, .bottom, .equal, .init(0, .bottom), -6), .frames,
      ])
  }

  // MARK: - Views

  private static let views = [
    EngineExample(
      "views in other views",
      script([EngineView(id: 1), EngineView(id: 2, parent: 1)], inside(2))),
    EngineExample(
      "guides", script([EngineView(id: 2, isGuide: true), EngineView(id: 1)], inside(1, of: 2)),
      script(
        [EngineView(id: 2, isGuide: true), EngineView(id: 1)],
        corner(2, from: 1) + corner(1, from: 5) + [.frames])),
    EngineExample("a layout without views", script([], [.frames])),
    EngineExample("three views in a row", row(of: 3)),
  ]

  /// Returns steps that keep one view within another one, and the other one within the root.
  private static func inside(_ inner: Int, of outer: Int = 1) -> [Step] {
    edges(outer, from: 1, left: 20, top: 10, right: 20, bottom: 10)
      + [
        add(5, inner, .left, .equal, .init(outer, .left), 5),
        add(6, inner, .top, .equal, .init(outer, .top), 6),
        add(7, inner, .right, .equal, .init(outer, .right), -7),
        add(8, inner, .bottom, .equal, .init(outer, .bottom), -8), .frames,
      ]
  }

  private static func row(of count: Int) -> EngineScript {
    var steps: [Step] = []
    for view in 1...count {
      let before = view == 1 ? EngineItem(0, .left) : EngineItem(view - 1, .right)
      steps += [
        add(4 * view, view, .left, .equal, before, 1),
        add(4 * view + 1, view, .right, .equal, .init(0, .left), 8 * view),
        add(4 * view + 2, view, .top, .equal, .init(0, .top), view),
        add(4 * view + 3, view, .bottom, .equal, .init(0, .bottom), -4),
      ]
    }
    return script((1...count).map { EngineView(id: $0) }, steps + [.frames])
  }

  // MARK: - Sizes of views

  private static let sizes =
    EngineHints.Kind.allCases.map(sizeExample)
    + [
      EngineExample("sizes of guides") { offer in
        let kinds = EngineHints.Kind.allCases.filter { offer.guideHints[$0] != nil }
        return kinds.map { kind in
          let guide = EngineView(id: 1, isGuide: true, hints: hints(kind, size(40, 30)))
          return Form(
            script: script(
              [guide, EngineView(id: 2)],
              corner(1, from: 1)
                + edges(2, from: 5, left: 1, top: 1, right: 1, bottom: 1) + [.frames]))
        }
      },
      EngineExample("a natural size without being named") { offer in
        guard offer.isNaturalAlways else { return [] }
        return [Form(script: script(corner(1, from: 1) + [.frames]))]
      },
      EngineExample("natural sizes of zero") { offer in
        guard let natural = offer.hints[.natural] else { return [] }
        let view = EngineView(id: 1, hints: EngineHints(natural: size(0, 0)))
        let weaker = (offer.priorities ?? [100]).last { $0 < natural.value }.map { Strength($0) }
        // Only a weaker wish shows that the size counts.
        let wishes = weaker.map { [add(3, 1, .width, 30, $0), add(4, 1, .height, 30, $0)] } ?? []
        let corner = corner(1, from: 1)
        return [corner + wishes, corner, []].map { Form(script: script([view], $0 + [.frames])) }
      },
      EngineExample("size hints of the root") { offer in
        guard !offer.rootHints.isEmpty else { return [] }
        return [
          script(
            corner(1, from: 1) + [
              add(3, 1, .width, 50), add(4, 1, .height, 20),
              add(5, 1, .right, .lessThanOrEqual, .init(0, .right), -12),
              add(6, 1, .bottom, .lessThanOrEqual, .init(0, .bottom), -6), .frames,
            ]),
          script(edges(1, from: 1, left: 8, top: 4, right: 12, bottom: 6) + [.frames]),
        ].map { Form(script: $0) }
      },
    ]

  private static func hints(_ kind: EngineHints.Kind, _ size: EngineSize) -> EngineHints {
    var hints = EngineHints()
    hints[kind] = size
    return hints
  }

  private static func sizeExample(_ kind: EngineHints.Kind) -> EngineExample {
    EngineExample("\(kind.rawValue) sizes of views") { offer in
      sized(kind, offer) { $0 + [.frames] }
    }
  }

  /// Returns an example that replaces the size of a view after a reading.
  static func replacedSizeExample(_ kind: EngineHints.Kind) -> EngineExample {
    EngineExample("\(kind.rawValue) sizes are replaced after a reading") { offer in
      sized(kind, offer) { $0 + [.frames, .hint(view: 1, hints(kind, size(60, 10))), .frames] }
    }
  }

  /// Returns the forms of a script about a view with one kind of size.
  ///
  /// `steps` gets the steps that place the view, and returns all steps.
  private static func sized(
    _ kind: EngineHints.Kind, _ offer: EngineOffer, _ steps: ([Step]) -> [Step]
  ) -> [Form] {
    guard offer.hints[kind] != nil else { return [] }
    let view = EngineView(id: 1, hints: hints(kind, size(40, 30)))
    // A wish beyond a limit shows it. Beside a natural size it would hide the size.
    let wish = kind == .minimum ? 5 : 95
    let wishes = priorities(of: offer).prefix(kind == .natural ? 0 : 1).flatMap { strength in
      [add(3, 1, .width, wish, strength), add(4, 1, .height, wish, strength)]
    }
    let corner = corner(1, from: 1)
    return [corner + wishes, corner, []].map { Form(script: script([view], steps($0))) }
  }
}
