// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

// Examples of operations on a layout that has been read, of formats, and of several processes.

extension EngineExample {
  // MARK: - Operations

  static let operations = liveOperations + EngineHints.Kind.allCases.map(replacedSizeExample)

  private static let liveOperations = [
    EngineExample(
      "added after a reading",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        placed(1) + placed(2, from: 21, by: 3) + [
          .frames,
          add(40, 2, .left, .greaterThanOrEqual, .init(1, .left), 1), .frames,
        ]),
      script(
        corner(1, from: 1) + [.frames, add(3, 1, .width, 50), add(4, 1, .height, 20), .frames]),
      script([add(3, 1, .width, 50), .frames, add(4, 1, .height, 20), .frames])),
    EngineExample("removed after a reading") { offer in
      let first = priorities(of: offer).prefix(1).map { strength in
        script(
          corner(1, from: 1) + [
            add(3, 1, .width, 20, strength), add(4, 1, .width, .greaterThanOrEqual, 50),
            add(5, 1, .height, 20), .frames, .remove(4), .frames,
          ])
      }
      let natural = EngineView(id: 1, hints: EngineHints(natural: size(30, 20)))
      let others = [
        script(
          [natural], corner(1, from: 1) + [add(3, 1, .width, 50), .frames, .remove(3), .frames]),
        script(placed(1) + [.frames, .remove(3), .frames]),
        script([add(3, 1, .width, 50), .frames, .remove(3), .frames]),
      ]
      return (first + others).map { Form(script: $0) }
    },
    EngineExample(
      "changed after a reading", changed([placed(1)]),
      changed([
        [
          add(3, 1, .width, 50)
        ]
      ])),
    EngineExample(
      "the root is resized after a reading",
      script(
        placed(1) + [.frames, .resize(size(200, 150)), .frames, .resize(size(320, 150)), .frames])),
    EngineExample("a view moves to another superview, and its constraints stay") { offer in
      let wish = priorities(of: offer).prefix(1).map { add(25, 2, .width, 33, $0) }
      return [wish, []].map { Form(script: moved($0)) }
    },
    EngineExample(
      "another window changes nothing",
      script(
        [EngineView(id: 1, hints: EngineHints(natural: size(40, 30)))],
        corner(1, from: 1) + [.frames, .reroot, .frames]),
      script(placed(1) + [.frames, .reroot, .frames]),
      script([add(3, 1, .width, 50), .frames, .reroot, .frames])),
    EngineExample(
      "a dropped view takes its constraints with it",
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        placed(1) + placed(2, from: 21, by: 3) + [.frames, .drop(view: 2), .frames]),
      script(
        [EngineView(id: 1), EngineView(id: 2)],
        [
          add(3, 1, .width, 50), add(4, 2, .width, 20), .frames, .drop(view: 2), .frames,
        ])),
    EngineExample(
      "removing and changing constraints that are not in force does nothing",
      script(
        placed(1) + [
          .frames, .remove(99),
          .change(
            EngineConstraint(
              id: 98, .init(1, .left), .equal, .init(0, .left), constant: Rational(90))),
          .frames, .remove(3), .remove(3), .frames,
        ]),
      script([
        add(3, 1, .width, 50), .frames, .remove(99), .frames, .remove(3), .remove(3), .frames,
      ])
    ),
  ]

  /// Returns the steps that keep all edges of a view, with ids from `id` on.
  private static func placed(_ view: Int, from id: Int = 1, by shift: Int = 0) -> [Step] {
    edges(view, from: id, left: 8 + shift, top: 4 + shift, right: 12 + shift, bottom: 6 + shift)
  }

  /// Returns a script that changes the third constraint.
  private static func changed(_ starts: [[Step]]) -> EngineScript {
    let steps = starts.joined()
    let third = steps.compactMap { step in
      if case .add(let constraint) = step, constraint.id == 3 { constraint } else { nil }
    }
    let change = third.map { constraint in
      var changed = constraint
      changed.constant = constraint.constant + Rational(7)
      return Step.change(changed)
    }
    return script(Array(steps) + [.frames] + change + [.frames])
  }

  /// Returns a script that moves a view, with a wish about its size or without one.
  private static func moved(_ wish: [Step]) -> EngineScript {
    let ends =
      wish.isEmpty
      ? [
        add(23, 2, .right, .equal, .init(1, .right), -9),
        add(24, 2, .bottom, .equal, .init(1, .bottom), -9),
      ] : wish + [add(24, 2, .height, 21)]
    return script(
      [EngineView(id: 1), EngineView(id: 2)],
      placed(1) + [
        add(21, 2, .left, .equal, .init(0, .left), 30),
        add(22, 2, .top, .equal, .init(0, .top), 20),
      ] + ends + [
        .frames, .move(view: 2, parent: 1), .frames, .resize(size(260, 120)), .frames,
      ])
  }

  // MARK: - Formats

  /// A format with the parts that it needs.
  private struct Sample {
    let name: String
    let parts: Set<EngineOffer.FormatPart>
    let format: EngineFormat
    var isVertical = false
  }

  static let formats = [
    Sample(
      name: "horizontal", parts: [.horizontal], format: EngineFormat(id: 10, "H:|-8-[v1(50)]")),
    Sample(
      name: "vertical", parts: [.vertical], format: EngineFormat(id: 10, "V:|-4-[v1(20)]"),
      isVertical: true),
    Sample(
      name: "the standard distance", parts: [.horizontal, .spacing],
      format: EngineFormat(id: 10, "H:|-[v1(50)]-[v2(20)]", spacing: Rational(8))),
    Sample(
      name: "metrics", parts: [.horizontal, .metrics],
      format: EngineFormat(
        id: 10, "H:|-gap-[v1(wide)]",
        metrics: [.init("gap", Rational(12)), .init("wide", Rational(70))])),
    Sample(
      name: "priorities", parts: [.horizontal, .priorities],
      format: EngineFormat(id: 10, "H:|-8-[v1(>=20,90@PRIORITY)]-(>=8)-|")),
    Sample(
      name: "priorities by name", parts: [.horizontal, .priorities, .metrics, .metricPriorities],
      format: EngineFormat(id: 10, "H:|-8-[v1(90@high)]", metrics: [.init("high", Rational(750))])),
    Sample(
      name: "sizes of other views", parts: [.horizontal, .views],
      format: EngineFormat(id: 10, "H:|-8-[v1(50)]-0-[v2(v1)]")),
    Sample(
      name: "negative distances", parts: [.horizontal, .negative],
      format: EngineFormat(id: 10, "H:|-8-[v1(50)]-(-4)-[v2(20)]")),
    Sample(
      name: "alignment", parts: [.horizontal, .alignment],
      format: EngineFormat(id: 10, "H:|-8-[v1(50)]-6-[v2(20)]", alignment: [.top, .bottom])),
  ].map(example)

  private static func example(of sample: Sample) -> EngineExample {
    EngineExample("format: \(sample.name)") { offer in
      var format = sample.format
      if format.text.contains("PRIORITY")
        || !format.metrics.isEmpty && sample.parts.contains(.priorities)
      {
        guard let strength = priorities(of: offer).first else { return [] }
        let number = Int(strength.value)
        format.text = format.text.split(separator: "PRIORITY", omittingEmptySubsequences: false)
          .joined(separator: "\(number)")
        for index in format.metrics.indices where format.metrics[index].name == "high" {
          format.metrics[index].value = Rational(number)
        }
      }
      let views = [EngineView(id: 1), EngineView(id: 2)]
      // The other axis is settled, so that each number of a frame is.
      let others =
        sample.isVertical
        ? [add(1, 1, .left, .equal, .init(0, .left), 8), add(2, 1, .width, 50)]
        : [add(1, 1, .top, .equal, .init(0, .top), 4), add(2, 1, .height, 20)]
      return [others, []].map {
        Form(script: script(views, $0 + [.format(format), .frames]), formats: sample.parts)
      }
    }
  }

  // MARK: - Processes

  static let processes = [
    EngineExample("a new layout forgets the one before") { _ in
      let before = script(placed(1, by: 5) + [.frames])
      return [
        Form(script: script(placed(1) + [.frames]), repetition: .after(before)),
        Form(script: script([.frames]), repetition: .after(script([.frames]))),
      ]
    },
    EngineExample("the same layout twice in one process") { repeated($0, .again) },
    EngineExample("the same layout in a new process") { repeated($0, .inNewProcess) },
  ]

  /// Returns a layout with several right answers if the engine promises to repeat its choice, else
  /// one with a single answer.
  private static func repeated(_ offer: EngineOffer, _ repetition: Repetition) -> [Form] {
    let free = offer.isRepeatable ? [script(corner(1, from: 1) + [.frames])] : []
    return (free + [script(placed(1) + [.frames]), script([.frames])]).map {
      Form(script: $0, repetition: repetition)
    }
  }
}
