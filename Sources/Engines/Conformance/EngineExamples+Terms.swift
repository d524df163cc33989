// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

// Examples of the forms and the changes of constraints that engines offer by name.

extension EngineExample {
  // MARK: - Forms

  static let terms = [
    EngineExample(
      "negative multipliers",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        corner(1, from: 1) + corner(2, from: 3) + [
          add(5, 1, .width, 30), add(6, 1, .height, 20),
          add(7, 2, .width, .equal, .init(1, .width), times: -2, 110),
          add(8, 2, .height, .equal, .init(1, .height), times: -1, 60), .frames,
        ])),
    EngineExample(
      "multipliers of edges and centers",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        corner(1, from: 1) + [
          add(3, 1, .width, 50), add(4, 1, .height, 20),
          add(5, 2, .left, .equal, .init(1, .right), times: 2, 3),
          add(6, 2, .top, .equal, .init(1, .bottom), times: 3, -5),
          add(7, 2, .width, 30), add(8, 2, .height, 10), .frames,
        ]),
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        edges(1, from: 1, left: 8, top: 4, right: 12, bottom: 6) + [
          add(5, 2, .left, .equal, .init(1, .left), times: 2, 3),
          add(6, 2, .top, .equal, .init(1, .top), times: 3, 5),
          add(7, 2, .right, .equal, .init(0, .right), -8),
          add(8, 2, .bottom, .equal, .init(0, .bottom), -7), .frames,
        ])),
    EngineExample(
      "a width that depends on a height",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        corner(1, from: 1) + corner(2, from: 3) + [
          add(5, 1, .height, 20), add(6, 1, .width, .equal, .init(1, .height), times: 2, 5),
          add(7, 2, .width, 25), add(8, 2, .height, .equal, .init(1, .width), times: 2, -3),
          .frames,
        ]),
      script([
        add(5, 1, .height, 20), add(6, 1, .width, .equal, .init(0, .height), 5), .frames,
      ])),
    EngineExample("the higher of two close priorities wins") { offer in
      guard let (higher, lower) = closePriorities(of: offer) else { return [] }
      // If both counted the same, the two lower ones would win.
      let wishes = [
        add(5, 1, .width, 50, higher), add(6, 1, .width, 90, lower), add(7, 1, .width, 90, lower),
        add(8, 1, .height, 30, lower), add(9, 1, .height, 30, lower),
        add(10, 1, .height, 20, higher),
      ]
      return [corner(1, from: 1) + wishes + [.frames], wishes + [.frames]].map {
        Form(script: script($0))
      }
    },
  ]

  /// Returns two optional priorities whose difference is small; nil for an engine with fewer.
  private static func closePriorities(
    of offer: EngineOffer
  ) -> (higher: Strength, lower: Strength)? {
    let offered = offer.priorities?.sorted(by: >) ?? [251, 250]
    let pairs = zip(offered, offered.dropFirst()).min { $0.0 - $0.1 < $1.0 - $1.1 }
    return pairs.map { (Strength($0.0), Strength($0.1)) }
  }

  // MARK: - Changes

  static let changes = [
    EngineExample("a priority changes after a reading") { offer in
      let two = priorities(of: offer)
      guard two.count == 2 else { return [] }
      let wishes = [
        add(3, 1, .width, 50, two[0]), add(4, 1, .width, 90, two[1]),
        add(5, 1, .width, 90, two[1]), add(6, 1, .height, 20),
      ]
      return placedOrFree(
        wishes + [
          .frames, change(3, .init(1, .width), 50, two[1]), .frames,
        ])
    },
    EngineExample("a required constraint becomes optional after a reading") { offer in
      let two = priorities(of: offer)
      guard two.count == 2 else { return [] }
      let wishes = [
        add(3, 1, .width, 50), add(4, 1, .width, 90, two[0]), add(5, 1, .height, 20),
      ]
      return placedOrFree(
        wishes + [
          .frames, change(3, .init(1, .width), 50, two[1]), .frames,
          change(3, .init(1, .width), 40, .required), .frames,
        ])
    },
    EngineExample(
      "a multiplier changes after a reading",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        corner(1, from: 1) + corner(2, from: 3) + [
          add(5, 1, .width, 30), add(6, 1, .height, 20), add(7, 2, .height, 20),
          add(8, 2, .width, .equal, .init(1, .width), times: 2, 5), .frames,
          change(8, .init(2, .width), 5, second: .init(1, .width), times: 3), .frames,
        ])),
    EngineExample(
      "the items change after a reading",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        corner(1, from: 1) + corner(2, from: 3) + [
          add(5, 1, .width, 30), add(6, 1, .height, 20), add(7, 2, .height, 20),
          add(8, 2, .width, .equal, .init(1, .width), 5), .frames,
          change(8, .init(2, .width), 5, second: .init(2, .height)), .frames,
        ]),
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        edges(1, from: 1, left: 8, top: 4, right: 12, bottom: 6) + [
          add(5, 2, .left, .equal, .init(0, .left), 9),
          add(6, 2, .right, .equal, .init(0, .right), -11),
          add(7, 2, .top, .equal, .init(0, .top), 3),
          add(8, 2, .bottom, .equal, .init(0, .bottom), -13), .frames,
          change(5, .init(2, .left), 9, second: .init(1, .left)), .frames,
        ])),
    EngineExample("a view is dropped that is the second item of constraints") { offer in
      let views = [EngineView(id: 1), EngineView(id: 2)]
      let wished = priorities(of: offer).prefix(1).map { wish in
        corner(1, from: 1) + corner(2, from: 3) + [
          add(5, 2, .width, 30), add(6, 2, .height, 20),
          add(7, 1, .width, .equal, .init(2, .width), 40),
          add(8, 1, .height, .equal, .init(2, .height), 50),
          add(9, 1, .width, 60, wish), add(10, 1, .height, 10, wish),
          .frames, .drop(view: 2), .frames,
        ]
      }
      // Without preferences, only another constraint shows that the old one is gone.
      let distances = edges(2, from: 1, left: 20, top: 10, right: 40, bottom: 30)
      let required =
        distances + corner(1, from: 5) + [
          add(7, 1, .right, .equal, .init(2, .right), -3),
          add(8, 1, .bottom, .equal, .init(2, .bottom), -2), .frames, .drop(view: 2),
          add(9, 1, .right, .equal, .init(0, .right), -50),
          add(10, 1, .bottom, .equal, .init(0, .bottom), -5), .frames,
        ]
      return (wished + [required]).map { Form(script: script(views, $0)) }
    },
  ]

  private static func placedOrFree(_ steps: [Step]) -> [Form] {
    [corner(1, from: 1) + steps, steps].map { Form(script: script($0)) }
  }

  /// Returns the step that changes a constraint to `first == times * second + constant`.
  private static func change(
    _ id: Int, _ first: EngineItem, _ constant: Int, _ strength: Strength = .required,
    second: EngineItem? = nil, times factor: Int = 1
  ) -> Step {
    .change(
      EngineConstraint(
        id: id, first, .equal, second, multiplier: Rational(factor), constant: Rational(constant),
        strength: strength))
  }
}
