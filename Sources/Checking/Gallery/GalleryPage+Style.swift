// SPDX-License-Identifier: MIT

import Reporting

extension GalleryPage {
  /// The style of the page besides that of all pages.
  ///
  /// The picture of a card has the room of `pictureRoom`. The rail is useless without its script.
  static let style = """
    .rail:has(>.tools[hidden]){display:none}
    .with-rail:has(>.rail>.tools[hidden]){grid-template-columns:minmax(0,1fr)}
    .rail .tools{margin:0}
    .rail :is(input,select){width:100%;order:-1}
    .rail input{order:-2}
    header p{max-width:none}
    .tiles small{overflow-wrap:anywhere}
    .rail .chip[data-group=rule]{display:grid;grid-auto-columns:46px;gap:0;grid-template-columns:minmax(0,1fr);\
    grid-auto-flow:column;width:100%;border:0;border-radius:4px;padding:2px 8px;min-height:28px;text-align:left;\
    background:none;overflow-wrap:anywhere}
    .rail .chip[data-group=rule]:hover{background:var(--sub)}
    .rail .chip[data-group=rule][aria-pressed=true]{background:var(--text);color:var(--bg)}
    .rail .chip[data-group=rule] .s{font-weight:400;gap:4px}
    .rail .tools{gap:8px}
    .rail .chip[data-group=rule]+.chip[data-group=rule]{margin-top:-8px}
    .finding{padding-bottom:24px;margin-bottom:24px}
    .finding .why{margin:0}
    .finding .why td{padding:4px 12px 4px 0;overflow-wrap:anywhere}
    .finding .why td:last-child{min-width:6rem}
    .finding p{margin-top:0}
    .finding .meta,.finding h2,.finding h2+p{max-width:none;margin:0}
    .finding h2{margin:2px 0}
    .finding ul{margin:0;padding-left:18px;font-size:14px}
    .finding h3{font-size:13px}
    .finding .command{margin-top:12px}
    .pair figure .layout{max-height:22rem}
    .layout{background:var(--sub)}
    .layout rect{stroke:var(--shape);fill:var(--shape)}
    .layout .label,.layout .button,.layout .imageView{stroke:var(--shape);fill:var(--shape)}
    .layout .found rect{stroke:var(--warn);fill:var(--warn)}
    .layout text{fill:var(--text);paint-order:stroke;stroke:var(--bg);stroke-width:.25em;stroke-linejoin:round}
    .layout .violated path{stroke:var(--err)}
    .layout .violated text{fill:var(--err)}
    .finding .film{display:flex;flex-wrap:wrap;gap:10px 8px;list-style:none;margin:16px 0 0;padding:0}
    .film li{font-size:12px;width:min-content;min-width:72px;max-width:110px}
    .film li>div{height:var(--h);display:flex;align-items:flex-end;margin-bottom:4px}
    .film .s{font-size:12px;white-space:normal;align-items:baseline;line-height:1.3}
    .film .more{width:auto;max-width:none;align-self:center}
    .ts{fill:var(--bg);stroke:var(--edge)}
    .tb{fill:var(--errbg);stroke:var(--err);stroke-width:2}
    .tv{fill:var(--shapebg);stroke:var(--shape);stroke-width:.6}
    #unchecked{border:0;margin-bottom:16px}
    #unchecked ul{margin:0;padding-left:18px;font-size:14px;overflow-wrap:anywhere}
    #screens details ul{font-size:14px;overflow-wrap:anywhere}
    #screens summary{overflow-wrap:anywhere}
    @media(max-width:1000px){.rail .tools{flex-wrap:wrap}\
    .rail .chip[data-group=rule]{display:inline-flex;width:auto;border:1px solid var(--edge);border-radius:15px;\
    padding:2px 10px;gap:0 8px}.rail .chip[data-group=rule] span:empty{display:none}\
    .rail .chip[data-group=rule]+.chip[data-group=rule]{margin-top:0}}

    """
}
