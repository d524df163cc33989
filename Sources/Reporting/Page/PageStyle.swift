// SPDX-License-Identifier: MIT

/// The style sheet of pages: light and dark, wide and narrow, on paper.
///
/// Every text has a contrast of at least 4.5 to 1 on `bg` and on `sub`, every line of a chart 3 to
/// 1. A colour never carries a meaning alone: a mark with its own shape and a word stand beside it.
enum PageStyle {
  static let text = colours + frame + texts + tables + controls + findings + narrow + paper

  /// The colours of light and dark pages.
  ///
  /// `err` is wrong, new or slower, `warn` a warning or a cost, `note` still open or equal, `good`
  /// right, fixed or faster, and `shape` views and neutral data.
  static let colours = """
    :root{color-scheme:light dark;--bg:#fff;--sub:#f6f7f9;--text:#171a1f;--mute:#59616d;--line:#e2e5ea;\
    --edge:#868e9b;--link:#1a55c0;--err:#a8123a;--errbg:#fdedf0;--warn:#8a6200;--warnbg:#fdf3e1;--note:#4d5a73;\
    --good:#00706c;--goodbg:#e6f4f1;--shape:#3f5f8a;--shapebg:#3f5f8a14;--bar:#7c89a0}
    @media(prefers-color-scheme:dark){:root{--bg:#131519;--sub:#1b1e24;--text:#e7e9ec;--mute:#a2aab6;--line:#2c3139;\
    --edge:#717a88;--link:#8ab4f8;--err:#ff7f8a;--errbg:#3a1d22;--warn:#f0c65c;--warnbg:#352a17;--note:#aab6cf;\
    --good:#5fd6c8;--goodbg:#16302c;--shape:#93b4e2;--shapebg:#93b4e21f;--bar:#76839a}}

    """

  private static let frame = """
    *{box-sizing:border-box}
    html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--bg);color:var(--text);\
    font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    header,main,footer{max-width:1240px;margin:0 auto;padding:0 24px}
    header{padding-top:20px}
    .skip{position:absolute;left:-99rem}
    .skip:focus{left:16px;top:8px;background:var(--bg);padding:8px;z-index:9}
    .crumb{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:13px;color:var(--mute);align-items:baseline;\
    overflow-wrap:anywhere}
    .crumb b{color:var(--text);font-weight:600}
    .crumb nav{margin:0 0 0 auto}
    nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin:8px 0}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(0,1fr));grid-auto-flow:column;margin:16px 0 24px;\
    border:1px solid var(--line);border-radius:8px}
    .tiles>div{padding:12px 16px;border-left:1px solid var(--line);min-width:0}
    .tiles>div:first-child{border-left:0}
    .tiles dt{font-size:13px;color:var(--mute)}
    .tiles dd{margin:0;font-size:24px;line-height:1.25;font-weight:650;font-variant-numeric:tabular-nums}
    .tiles dd small{display:block;font-size:13px;line-height:1.4;font-weight:400;color:var(--mute)}
    .tiles .s{font-size:13px;white-space:normal}
    .with-rail{display:grid;grid-template-columns:280px minmax(0,1fr);gap:40px;align-items:start}
    .rail{position:sticky;top:16px;max-height:calc(100vh - 32px);overflow-y:auto}
    .rail ol{list-style:none;margin:8px 0 0;padding:0;border-top:1px solid var(--line)}
    .rail li{border-bottom:1px solid var(--line)}
    .rail li a{display:block;padding:8px 0;color:var(--text)}
    .rail li a:hover{text-decoration:none;background:var(--sub)}
    .rail .t{display:block;font-size:14px;line-height:1.4;overflow-wrap:anywhere}
    .rail .l{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 8px;font-size:13px;color:var(--mute)}
    footer{margin:48px auto 24px;padding-top:12px;border-top:1px solid var(--line);font-size:13px;color:var(--mute)}
    [hidden]{display:none!important}

    """

  private static let texts = """
    h1{font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:16px 0 4px;overflow-wrap:anywhere}
    h2{font-size:18px;line-height:1.3;font-weight:650;margin:40px 0 4px;overflow-wrap:anywhere}
    h3{font-size:15px;line-height:1.4;font-weight:650;margin:16px 0 4px}
    h4{font-size:13px;font-weight:650;margin:16px 0 4px}
    p{margin:4px 0 8px;max-width:76ch;overflow-wrap:anywhere}
    a{color:var(--link);text-decoration:none}
    a:hover,a:focus-visible{text-decoration:underline;text-underline-offset:2px}
    a.n,.n a{color:inherit;border-bottom:1px dotted var(--edge)}
    a.n:hover,.n a:hover{color:var(--link);text-decoration:none;border-bottom-style:solid}
    :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
    .mute{color:var(--mute)}
    .small{font-size:13px}
    .id{color:var(--mute);font-size:12px}
    .err{color:var(--err)}
    .warn{color:var(--warn)}
    .note{color:var(--note)}
    .good{color:var(--good)}
    .s{display:inline-flex;align-items:center;gap:6px;font-weight:600;font-size:13px;white-space:nowrap}
    .s::before{content:"";width:9px;height:9px;flex:none;background:currentColor;print-color-adjust:exact;\
    -webkit-print-color-adjust:exact}
    .s.err::before{clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
    .s.warn::before{clip-path:polygon(50% 4%,100% 96%,0 96%)}
    .s.note::before{border-radius:50%;background:none;border:2px solid}
    .s.good::before{border-radius:50%}
    code,.mono{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    code{overflow-wrap:anywhere}
    pre{overflow:auto;background:var(--sub);padding:12px;border-radius:6px;\
    font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    figure{margin:0}
    figcaption{font-size:13px;color:var(--mute);margin-top:6px}
    details{border-top:1px solid var(--line)}
    summary{cursor:pointer;padding:8px 0;font-size:13px;color:var(--mute)}
    summary:hover{color:var(--text)}
    summary b{color:var(--text);font-weight:600}
    details>:not(summary){margin-bottom:12px}
    dl.kv{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 16px;margin:0;font-size:14px}
    dl.kv+details{margin-top:12px}
    dl.kv dt{color:var(--mute)}
    dl.kv dd{margin:0;overflow-wrap:anywhere}

    """

  private static let tables = """
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;width:100%;font-size:14px}
    caption{text-align:left;color:var(--mute);padding:4px 0;font-size:13px}
    caption span{position:sticky;left:0;display:inline-block;max-width:min(76ch,100vw - 3rem)}
    th,td{text-align:left;vertical-align:baseline;padding:6px 12px 6px 0;border-bottom:1px solid var(--line)}
    th:last-child,td:last-child{padding-right:0}
    thead th{font-size:12px;font-weight:600;color:var(--mute);white-space:nowrap;border-bottom-color:var(--edge)}
    thead small{display:block;font-weight:400}
    tbody th{font-weight:500;overflow-wrap:anywhere}
    tbody small{display:block;font-size:13px;font-weight:400;color:var(--mute)}
    th.n,td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    td.f{font-variant-numeric:tabular-nums;white-space:nowrap}
    .long{min-width:14rem;overflow-wrap:anywhere}
    td.bad{background:var(--errbg);color:var(--err);padding-left:8px}
    td.bad b{font-weight:700;text-decoration:underline;text-underline-offset:2px}
    tr.head th{font-size:12px;color:var(--mute);font-weight:600;padding-top:12px}
    th button{all:unset;cursor:pointer}
    th button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    th button:hover{color:var(--text)}
    th[aria-sort=ascending] button::after{content:" \\2191"}
    th[aria-sort=descending] button::after{content:" \\2193"}

    """

  private static let controls = """
    button,select,input[type=search],.chip{font:inherit;font-size:13px;color:var(--text);background:var(--bg);\
    border:1px solid var(--edge);border-radius:6px;padding:2px 10px;min-height:30px}
    button,.chip{cursor:pointer}
    button:hover,.chip:hover{border-color:var(--text)}
    input[type=search]{width:220px;max-width:100%}
    .chip{border-radius:15px;display:inline-flex;align-items:center;gap:6px}
    .chip[aria-pressed=true]{background:var(--text);color:var(--bg);border-color:var(--text)}
    .chip[aria-pressed=true] .s{color:inherit}
    .tools{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:8px 0 16px;font-size:13px}
    .command{display:flex;gap:8px;align-items:center;background:var(--sub);border-radius:6px;\
    padding:4px 4px 4px 12px;margin:12px 0 0;max-width:none;min-height:38px}
    .command code{flex:1;min-width:0;user-select:all}

    """

  private static let findings = """
    .finding{padding-bottom:32px;margin-bottom:32px;border-bottom:1px solid var(--line);\
    content-visibility:auto;contain-intrinsic-size:auto 40rem}
    .finding:last-of-type{border:0}
    .finding h2{margin:2px 0 4px}
    .meta{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:13px;color:var(--mute);align-items:baseline;max-width:none}
    .pair{display:grid;grid-template-columns:340px minmax(0,1fr);gap:32px;margin-top:12px;align-items:start}
    .pair>*{min-width:0}
    .pair figure{border:1px solid var(--line);border-radius:8px;padding:12px}
    svg{display:block;max-width:100%}
    figure .layout{max-width:100%;height:auto;max-height:30rem;margin:auto}
    .key{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:13px;color:var(--mute);margin-top:6px}
    .key span::before{content:"";display:inline-block;width:18px;margin-right:6px;vertical-align:middle;\
    border-top:2px solid var(--good)}
    .key .actual::before{border-top:2px dashed var(--err)}
    .key .cause::before{border-top:3px solid var(--warn)}
    .key .views::before{border-top:3px solid var(--shape)}

    """

  private static let narrow = """
    @media(max-width:1000px){.with-rail,.pair{grid-template-columns:minmax(0,1fr);gap:16px}\
    .rail{position:static;max-height:none}}
    @media(max-width:640px){header,main,footer{padding-left:16px;padding-right:16px}h1{font-size:21px}\
    h2{margin-top:32px}.tiles{grid-template-columns:1fr 1fr;grid-auto-flow:row}.tiles>div{padding:10px 12px}\
    .tiles>div:nth-child(odd){border-left:0}.tiles>div:nth-child(n+3){border-top:1px solid var(--line)}\
    .tiles dd{font-size:21px}.crumb nav{margin-left:0;width:100%}dl.kv{grid-template-columns:1fr;gap:0}\
    dl.kv dd{margin-bottom:6px}th,td{padding-right:8px}.chip,button,select{min-height:36px}\
    th button{min-height:0}input[type=search]{width:100%;min-height:36px}.long{min-width:10rem}\
    .blocks thead{display:none}.blocks tbody,.blocks tr{display:block}\
    .blocks tr{padding:8px 0;border-bottom:1px solid var(--line)}\
    .blocks tbody :is(th,td){display:inline-block;border:0;padding:2px 16px 2px 0;text-align:left;white-space:normal}\
    .blocks tbody :is(th,.long){display:block;min-width:0}\
    .blocks td[data-l]::before{content:attr(data-l) " ";color:var(--mute);font-size:12px;font-weight:400}\
    .blocks td:empty{display:none}}

    """

  private static let paper = """
    @media print{:root{--bg:#fff;--sub:#fff;--text:#000;--mute:#444;--line:#ccc;--edge:#777;--link:#000;--err:#8f0f31;\
    --errbg:#fdedf0;--warn:#6b4c00;--good:#00564b;--goodbg:#fff;--note:#333}body{font-size:10pt}\
    .tools,.skip,button,.crumb nav,.rail{display:none}.with-rail{display:block}.scroll{overflow:visible}\
    .finding{content-visibility:visible}tr,figure,.finding{break-inside:avoid}\
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}

    """
}
