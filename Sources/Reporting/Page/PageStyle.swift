// SPDX-License-Identifier: MIT

/// The style sheet of pages: light and dark, narrow and wide, on paper.
enum PageStyle {
  static let text = """
    :root{color-scheme:light dark;--back:#fff;--card:#f6f7f9;--text:#1b1f24;--soft:#57606a;--line:#d3d8de;\
    --link:#0b57d0;--bad:#b3261e;--badback:#fdecea;--good:#1a6b2f}
    @media(prefers-color-scheme:dark){:root{--back:#16181c;--card:#1f2329;--text:#e6e8eb;--soft:#a2abb5;\
    --line:#3a414a;--link:#8ab4f8;--bad:#ff8a80;--badback:#3b1f1e;--good:#81c995}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
    header,main,footer{max-width:84rem;margin:0 auto;padding:0 1rem}
    h1{font-size:1.6rem;margin:1.5rem 0 .25rem}
    h2{font-size:1.25rem;margin:2rem 0 .5rem;line-height:1.3;overflow-wrap:anywhere}
    h3{font-size:1rem;margin:1.25rem 0 .4rem}
    p{margin:.4rem 0;overflow-wrap:anywhere}
    a{color:var(--link)}
    a:focus-visible,button:focus-visible,input:focus-visible,.scroll:focus-visible{outline:3px solid var(--link);\
    outline-offset:2px}
    .skip{position:absolute;left:-99rem}
    .skip:focus{left:1rem;top:.5rem;background:var(--back);padding:.5rem;z-index:1}
    nav{display:flex;gap:1rem;margin:.5rem 0}
    .verdict{font-size:1.15rem;font-weight:600}
    .soft{color:var(--soft)}
    .bad{color:var(--bad)}
    .good{color:var(--good)}
    code{font:.9em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
    pre{overflow:auto;background:var(--card);padding:.75rem;border-radius:6px;font:.85rem ui-monospace,monospace}
    .command{display:flex;gap:.5rem;align-items:center;background:var(--card);border:1px solid var(--line);\
    border-radius:6px;padding:.4rem .6rem}
    .command code{flex:1;user-select:all}
    button,input{font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:6px;\
    padding:.2rem .6rem;min-height:2rem}
    button{cursor:pointer}
    .tools{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:.5rem 0}
    .tools[hidden]{display:none}
    .tools input{min-width:min(20rem,100%)}
    .scroll{overflow-x:auto;margin:.4rem 0}
    table{border-collapse:collapse;width:100%;font-size:.92rem}
    caption{text-align:left;color:var(--soft);padding:.2rem 0;font-size:.92rem}
    caption span{position:sticky;left:0;display:inline-block;max-width:min(44rem,100vw - 3rem)}
    th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
    thead th{background:var(--card);white-space:nowrap;border-bottom:2px solid var(--line)}
    thead small{display:block;font-weight:400;color:var(--soft)}
    th.n,td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    td.f{font-variant-numeric:tabular-nums;white-space:nowrap}
    td>code{display:inline-block;min-width:12rem}
    .long{min-width:14rem;overflow-wrap:anywhere}
    tbody th{font-weight:600;overflow-wrap:anywhere}
    tbody th:not(.n){min-width:8rem}
    th button{border:0;background:none;padding:0;font-weight:inherit;min-height:0;text-align:inherit}
    th button::after{content:" \\2195";color:var(--soft)}
    th[aria-sort=ascending] button::after{content:" \\2191";color:inherit}
    th[aria-sort=descending] button::after{content:" \\2193";color:inherit}
    tr.group>*{background:var(--card)}
    tr.member>.long{padding-left:1.6rem}
    tbody small{display:block;font-size:.9em;font-weight:400;color:var(--soft)}
    td.d{background:var(--badback);color:var(--bad);font-weight:600}
    tr.core th,tr.core td{background:var(--badback)}
    .tag{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .6rem;font-size:.85rem}
    .finding{border-top:2px solid var(--line);margin-top:2rem;content-visibility:auto;contain-intrinsic-size:auto 60rem}
    .facts{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}
    .facts dt{color:var(--soft)}
    .facts dd{margin:0;overflow-wrap:anywhere}
    figure{margin:.75rem 0}
    figure .layout{min-width:14rem;max-width:100%;height:auto;max-height:36rem;border:1px solid var(--line);border-radius:6px}
    figcaption{color:var(--soft);font-size:.92rem}
    footer{margin:3rem auto 1rem;color:var(--soft);font-size:.85rem}
    @media(min-width:60rem){.pair{display:grid;grid-template-columns:minmax(16rem,1fr) minmax(0,3fr);gap:1.5rem;align-items:start}\
    }
    .pair>div{min-width:0}
    @media(max-width:40rem){body{font-size:15px}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.4rem}\
    th,td{padding:.3rem .4rem}.long{min-width:10rem}}
    @media print{:root{--back:#fff;--card:#fff;--text:#000;--soft:#444;--line:#999;--link:#000;--bad:#900;--badback:#eee;\
    --good:#000}body{font-size:10pt}.tools,.skip,.command button{display:none}.scroll{overflow:visible}\
    .finding{content-visibility:visible;break-before:page}tr,figure{break-inside:avoid}a{text-decoration:none}}

    """
}
