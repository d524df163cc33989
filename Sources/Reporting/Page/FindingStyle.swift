// SPDX-License-Identifier: MIT

/// The style of pictures and tables of findings, besides that of all pages.
enum FindingStyle {
  static let text = """
    .figure{max-width:100%;height:auto;margin:auto}
    .figure text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:var(--text)}
    .figure.line text{paint-order:stroke;stroke:var(--bg);stroke-width:3px}
    .figure .m{fill:var(--mute)}.figure .e{fill:var(--err)}.figure .g{fill:var(--good)}.figure .w{fill:var(--warn)}
    .figure rect,.figure path{fill:none;stroke:var(--shape)}
    .figure rect.view{fill:var(--shapebg)}
    .figure .expected{stroke:var(--good);stroke-width:2}
    .figure .actual>.wrong-view{stroke:var(--err);stroke-width:2;stroke-dasharray:6 4}
    .figure .flat{stroke-width:3}.figure .actual>.wrong-view.end{stroke-dasharray:none}
    .figure .dot{fill:var(--shape);stroke:none}.figure .dot.expected,.figure .dot.good{fill:var(--good)}
    .figure .actual>.dot{fill:var(--bg);stroke-dasharray:none}
    .figure .cause path{stroke:var(--warn);stroke-width:2}
    .figure .axis{stroke:var(--edge)}.figure .grid{stroke:var(--line)}
    .figure .allowed{stroke-width:3}.figure path.shape{fill:var(--shape);stroke:none}
    .figure .wrong{stroke:var(--err);stroke-width:2.5}
    .ea th:first-child{width:46%}
    .ea th code+code{margin-left:4px}.ea th .name{font-weight:650}
    .ea td{padding-left:8px;padding-right:8px;font-variant-numeric:tabular-nums}
    .ea thead th{padding-left:8px}.ea th:first-child{padding-left:0}
    .ea caption,.skipped{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    td.bad::before{content:"";display:inline-block;width:8px;height:8px;margin-right:6px;background:currentColor;\
    clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%);print-color-adjust:exact;-webkit-print-color-adjust:exact}
    .steps th:first-child{width:auto;min-width:13rem}.ea td.mute,.ea td.bad{white-space:nowrap}.ea td.bad.long,.steps td.bad{white-space:normal;min-width:7rem}
    .finding .more{margin-top:12px}.finding .meta{margin:0}.finding>.small{margin-bottom:4px}
    nav.rail{display:block;margin:0}.rail .tools{margin:0}.rail .tools input{order:-1;width:100%}.rail .tools details{flex:1 0 100%;border:0}
    .rail .tools details .chip{margin:0 8px 8px 0}.rail .tools summary{padding:0}.rail .tools output{color:var(--mute)}
    .finding .scroll+.small{margin-top:8px}
    .finding td .command{margin:0}
    .problems{list-style:none;padding:0;margin:0 0 24px}.problems li{margin:4px 0;overflow-wrap:anywhere}
    .rail ol:empty{display:none}
    @media(max-width:1000px){.rail ol{max-height:40vh;overflow-y:auto}}
    @media(max-width:640px){.ea{font-size:13px}.ea th:first-child{width:38%}\
    .ea td,.ea thead th{padding-left:6px;padding-right:4px}.steps th:first-child{min-width:0}}

    """
}
