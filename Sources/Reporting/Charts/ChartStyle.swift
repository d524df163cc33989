// SPDX-License-Identifier: MIT

/// The style sheet of charts.
///
/// Colours are those of the page, and eight for series that are distinct for colour-blind readers.
/// Series also differ in their markers and dashes.
package enum ChartStyle {
  /// The style for pages: the colours of series and the shapes.
  package static let text = colours + shapes

  /// The style for a chart in its own file, with the colours of pages.
  static let alone =
    """
    :root{--bg:#fff;--sub:#f6f7f9;--text:#171a1f;--mute:#59616d;--line:#e2e5ea;--err:#a8123a;--good:#00706c}\
    @media(prefers-color-scheme:dark){:root{--bg:#131519;--sub:#1b1e24;--text:#e7e9ec;--mute:#a2aab6;\
    --line:#2c3139;--err:#ff7f8a;--good:#5fd6c8}}\
    .chart{background:var(--bg)}
    """ + text

  private static let colours = """
    :root{--c0:#0b62a8;--c1:#b34700;--c2:#00704f;--c3:#8f3f7d;--c4:#6b5900;--c5:#4a4f57}\
    @media(prefers-color-scheme:dark){:root{--c0:#74b6f2;--c1:#ff9d66;--c2:#55cfa5;--c3:#e3a1d2;--c4:#d9c04a;\
    --c5:#b9c0c9}}\
    @media print{:root{--c0:#0b62a8;--c1:#b34700;--c2:#00704f;--c3:#8f3f7d;--c4:#6b5900;--c5:#4a4f57}}
    """

  private static let shapes = """
    .chart{font:12px system-ui,sans-serif;max-width:100%;height:auto}\
    .chart text{fill:var(--text)}.chart .t{font-weight:700}.chart .soft{fill:var(--mute)}\
    .chart path{fill:none;stroke:var(--mute);stroke-width:1}.chart .grid{stroke:var(--line)}\
    .chart .one{stroke:var(--text)}.chart .band{fill:var(--mute);fill-opacity:.14}\
    .chart .range{stroke-width:2}.chart .fit{stroke-width:1.5;stroke-dasharray:5 3}\
    .chart .step{stroke-width:2}.chart .d1{stroke-dasharray:7 3}.chart .d2{stroke-dasharray:2 3}\
    .chart .d3{stroke-dasharray:9 3 2 3}.chart .hollow{fill:var(--bg)}\
    .chart .good{fill:var(--good);stroke:var(--good)}.chart .bad{fill:var(--err);stroke:var(--err)}\
    .chart text.good,.chart text.bad{stroke:none;font-weight:600}\
    .chart .c0{fill:var(--c0);stroke:var(--c0)}.chart .c1{fill:var(--c1);stroke:var(--c1)}\
    .chart .c2{fill:var(--c2);stroke:var(--c2)}.chart .c3{fill:var(--c3);stroke:var(--c3)}\
    .chart .c4{fill:var(--c4);stroke:var(--c4)}.chart .c5{fill:var(--c5);stroke:var(--c5)}\
    .chart text.halo{paint-order:stroke;stroke:var(--bg);stroke-width:4;stroke-linejoin:round}\
    .chart .plain{fill:var(--mute);stroke:var(--mute)}\
    .chart .hollow{fill:var(--bg);stroke-width:1.5}.chart path.c0,.chart path.c1,.chart path.c2,.chart path.c3,\
    .chart path.c4,.chart path.c5,.chart path.good,.chart path.bad,.chart path.plain{fill:none}\
    .chart rect.part{stroke:var(--bg);stroke-width:1.5}.chart rect.bar{stroke:none}.chart text.in{fill:var(--bg);font-weight:600}
    """

  /// The style of charts on a page: next to each other if there is room, in regions that scroll if
  /// they are wide.
  static let page = """
    .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:0 1.5rem;\
    align-items:start}.wide .chart{min-width:40rem}nav.wrap{flex-wrap:wrap;gap:.25rem 1rem}h4{margin:1rem 0 .3rem;\
    font-size:.95rem}summary{cursor:pointer;padding:.2rem 0}summary:focus-visible{outline:3px solid var(--link);\
    outline-offset:2px}@media print{.wide .chart{min-width:0}}
    """

  /// Returns the class of a series by its number.
  static func series(_ number: Int) -> String { "c\(number % 6)" }

  /// Returns the class of the dashes of a series; empty for the first.
  static func dashes(_ number: Int) -> String { number % 4 == 0 ? "" : " d\(number % 4)" }
}
