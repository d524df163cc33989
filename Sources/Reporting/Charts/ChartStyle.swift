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
    :root{--bg:#fff;--sub:#f6f7f9;--text:#171a1f;--mute:#59616d;--line:#e2e5ea;--edge:#868e9b;--bar:#7c89a0;\
    --err:#a8123a;--good:#00706c}\
    @media(prefers-color-scheme:dark){:root{--bg:#131519;--sub:#1b1e24;--text:#e7e9ec;--mute:#a2aab6;\
    --line:#2c3139;--edge:#717a88;--bar:#76839a;--err:#ff7f8a;--good:#5fd6c8}}\
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
    .chart .range{stroke-width:2}\
    .chart .step{stroke-width:2}.chart .d1{stroke-dasharray:7 3}.chart .d2{stroke-dasharray:2 3}\
    .chart .d3{stroke-dasharray:9 3 2 3}.chart .hollow{fill:var(--bg)}\
    .chart .good{fill:var(--good);stroke:var(--good)}.chart .bad{fill:var(--err);stroke:var(--err)}\
    .chart text.good,.chart text.bad{stroke:none;font-weight:600}\
    .chart .base{fill:var(--bar);stroke:var(--bar)}.chart .c0{fill:var(--c0);stroke:var(--c0)}.chart .c1{fill:var(--c1);stroke:var(--c1)}\
    .chart .c2{fill:var(--c2);stroke:var(--c2)}.chart .c3{fill:var(--c3);stroke:var(--c3)}\
    .chart .c4{fill:var(--c4);stroke:var(--c4)}.chart .c5{fill:var(--c5);stroke:var(--c5)}\
    .chart text.halo{paint-order:stroke;stroke:var(--bg);stroke-width:4;stroke-linejoin:round}\
    .chart .plain{fill:var(--mute);stroke:var(--mute)}\
    .chart .hollow{fill:var(--bg);stroke-width:1.5}.chart path.c0,.chart path.c1,.chart path.c2,.chart path.c3,\
    .chart path.c4,.chart path.c5,.chart path.base,.chart path.good,.chart path.bad,.chart path.plain{fill:none}\
    .chart rect.part{stroke:var(--bg);stroke-width:1.5}.chart rect.bar{stroke:none}.chart text.in{fill:var(--bg);font-weight:600}
    """

  /// The style of charts on a page: next to each other if there is room, in regions that scroll if
  /// they are wide.
  package static let page = """
    .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:16px 24px;\
    align-items:start;margin-top:12px}.wide .chart{min-width:36rem}.charts h3{margin:0}\
    .ratios tbody>*>*,.ratios tfoot>*>*{vertical-align:middle}\
    .ratios td.plot,.ratios th.plot{padding-top:0;padding-bottom:0;width:38%}\
    .ratios caption,.brief caption{position:absolute;left:-99rem}.ratios .s{font-weight:650}\
    .brief .gap{padding-left:40px}.ratios .mark{font-size:13px;color:var(--mute)}\
    .ratios tfoot>*>*{background:var(--sub);border-top:1px solid var(--edge)}.ratios tr.axis{display:none}\
    .matrix td,.matrix th{text-align:center;padding:6px 4px;font-variant-numeric:tabular-nums;border:0}\
    .matrix th:first-child{text-align:left}.matrix td{border:2px solid var(--bg);background:var(--sub);\
    border-radius:6px}.matrix td.err{background:var(--errbg)}.matrix td.good{background:var(--goodbg)}\
    .matrix td b{display:block;font-weight:650}.matrix td small{font-size:12px;color:inherit}\
    @media(max-width:640px){.brief .gap{padding-left:0}.ratios .blocks :is(tbody,tfoot) .plot{display:block;width:100%;padding:0 0 4px}\
    .ratios tfoot,.ratios tfoot tr,.ratios tfoot tr.axis{display:block}.ratios tfoot>*>*{border:0}\
    .ratios tfoot :is(th,td){display:inline-block;padding:4px 16px 4px 0;white-space:normal}\
    .matrix{font-size:12px}.matrix th,.matrix td{padding:4px 0}}\
    @media print{.wide .chart{min-width:0}}

    """ + ForestPlot.style

  /// Returns the class of a side by its number: the baseline, the first one, is grey.
  static func side(_ number: Int) -> String { number == 0 ? "base" : series(number - 1) }

  /// Returns the class of the line of a side: that of the baseline is dashed, that of the first
  /// candidate solid.
  static func sideLine(_ number: Int) -> String {
    number == 0 ? "base d1" : series(number - 1) + (number == 1 ? "" : " d\((number - 2) % 2 + 2)")
  }

  /// Returns the class of a series by its number.
  static func series(_ number: Int) -> String { "c\(number % 6)" }
}
