/** The style sheet of the page: light and dark, down to 360 pixels. */
export const style = `
:root { color-scheme: light dark; --ground: #f7f8fa; --card: #fff; --ink: #1a2028; --soft: #586474; --line: #e1e5ea; --field: #8a94a2;
  --accent: #0b5cad; --fill: #0b5cad; --tint: #eaf2fb; --good: #17692f; --good-tint: #e4f4e8; --bad: #a8201a; --bad-tint: #fdeceb;
  --warn-tint: #fff4d9; --warn-line: #e8c770; --warn: #6b4a00; --code: #f4f6f8; --value: #7a3e00; --name: #0b5cad; --attr: #6b3fa0;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161b; --card: #191f26; --ink: #e6eaf0; --soft: #a2adbb; --line: #2b343e; --field: #6f7d8d;
  --accent: #82baf6; --fill: #2a6db5; --tint: #1c2d40; --good: #84d79c; --good-tint: #17301f; --bad: #ff9f97; --bad-tint: #3a1d1c;
  --warn-tint: #33290f; --warn-line: #6b5620; --warn: #f1d28a; --code: #11161b; --value: #f0bd83; --name: #82baf6; --attr: #c7a6f7; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
body > header { background: var(--card); border-bottom: 1px solid var(--line); }
header > div, main, .banner > div { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header > div { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: center; min-height: 3.5rem; }
main { padding-top: 1.75rem; padding-bottom: 4rem; }
.brand { margin: 0; font-size: 1.05rem; font-weight: 700; letter-spacing: -.01em; } .brand a { color: inherit; text-decoration: none; }
header nav { display: flex; flex-wrap: wrap; gap: 0 .25rem; align-self: stretch; }
header nav a { display: flex; align-items: center; min-height: 3rem; padding: 0 .75rem; color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent; border-top: 2px solid transparent; }
header nav a:hover { color: var(--ink); } header nav a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
#contract-detail:focus { outline: none; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; line-height: 1.3; letter-spacing: -.01em; margin: 1.5rem 0 .5rem; }
h3 { font-size: .95rem; margin: 1.25rem 0 .35rem; }
p { margin: .5rem 0; }
.lead { font-size: 1.05rem; color: var(--soft); max-width: 46rem; margin: 0 0 1.25rem; }
section, .card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem 1.25rem; margin: 1.25rem 0; min-width: 0; }
section > h2:first-child { margin-top: 0; }
.soft, .eyebrow, .note { color: var(--soft); font-size: .875rem; }
.eyebrow { margin: 0; } .eyebrow + h2 { margin: .1rem 0 .25rem; font-size: 1.4rem; }
.address, code { font: .85rem/1.45 var(--mono); overflow-wrap: anywhere; } .address { color: var(--soft); margin: .15rem 0; }
.facts { margin: 0 0 1rem; } .actions { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin: 1rem 0 0; }
.tag { display: inline-block; font: 600 .8125rem/1.3 var(--mono); padding: .15rem .45rem; border-radius: .375rem; background: var(--code); color: var(--soft); border: 1px solid var(--line); }
.tag.good { background: var(--good-tint); color: var(--good); border-color: transparent; } .tag.bad { background: var(--bad-tint); color: var(--bad); border-color: transparent; }
.banner { background: var(--warn-tint); border-bottom: 1px solid var(--warn-line); color: var(--warn); }
.banner > div { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; padding-top: .6rem; padding-bottom: .6rem; }
.banner p { margin: 0; font-weight: 650; } .banner ul { margin: 0; padding-left: 1.1rem; } .banner a { color: inherit; } .banner button { margin: 0; }
.failure { border-color: var(--bad); border-left-width: 4px; } .failure .fault { font-size: 1.05rem; font-weight: 600; white-space: pre-wrap; margin-top: 0; }
.note-box { border-color: var(--warn-line); }
ul.plain { list-style: none; margin: .5rem 0 0; padding: 0; }
ul.plain > li { padding: .55rem 0; border-top: 1px solid var(--line); } ul.plain > li:first-child { border-top: 0; }
ul.plain > li.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: center; }
ul.dense > li { padding: .1rem 0; border: 0; }
details.group { margin: .5rem 0; border-top: 1px solid var(--line); padding-top: .5rem; } details.group > ul { padding-left: 1.05rem; } details.group li { padding: .3rem 0 !important; border-top: 0 !important; }
.columns { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 0 1.5rem; align-items: start; }
.columns > * > section:first-child, .columns > section { margin-top: .75rem; }
.search { margin: .75rem 0 0; } .search label { margin-top: 0; } .search input { max-width: 100%; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line); vertical-align: top; } td:last-child { padding-right: 0; }
th { font-size: .8125rem; color: var(--soft); font-weight: 600; } thead th { border-top: 0; } tbody th { width: 30%; }
.scroll table td, .scroll table th { overflow-wrap: normal; }
table.list td { overflow-wrap: anywhere !important; } table.list td:first-child { width: 7.5rem; } table.list td:nth-child(2) { width: 50%; }
table.list .time { display: block; font: .85rem/1.6 var(--mono); } .args, .reason { display: block; font-size: .875rem; } .args { font-family: var(--mono); font-size: .8125rem; color: var(--soft); } .reason { color: var(--bad); }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem .9rem; margin: .5rem 0; overflow: auto; max-height: 34rem; font: .8125rem/1.55 var(--mono); tab-size: 2; }
pre span { color: var(--name); } pre i { color: var(--attr); font-style: normal; } pre em, pre b { color: var(--value); font-style: normal; font-weight: 400; }
.copied { position: relative; } .copied pre { padding-right: 5.5rem; white-space: pre-wrap; } .copied button { position: absolute; top: .5rem; right: .5rem; }
label { display: block; font-weight: 600; margin-top: .9rem; } label .soft { font-weight: 400; }
input, select, textarea { width: 100%; max-width: 32rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: .5rem; padding: .5rem .7rem; margin-top: .2rem; text-overflow: ellipsis; }
input::placeholder { color: var(--soft); opacity: 1; } [aria-invalid="true"] { border-color: var(--bad); }
textarea { max-width: 100%; min-height: 12rem; font: .8125rem/1.55 var(--mono); background: var(--code); } textarea.short { min-height: 0; max-width: 32rem; }
fieldset { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; margin: 1.25rem 0; padding: .25rem 1.25rem .75rem; min-width: 0; }
legend { font-weight: 650; padding: 0 .4rem; margin-left: -.4rem; max-width: 100%; } fieldset label { margin-top: .25rem; }
.problem { color: var(--bad); min-height: 1.4em; margin: .1rem 0 0; font-size: .875rem; } .note { margin: .15rem 0 0; }
button, .button { display: inline-block; font: inherit; font-weight: 600; line-height: 1.4; color: #fff; background: var(--fill); border: 1px solid transparent; border-radius: .5rem; padding: .5rem 1.1rem; cursor: pointer; text-decoration: none; }
button:hover, .button:hover { filter: brightness(1.1); } button.small { padding: .2rem .65rem; font-size: .8125rem; } button.quiet { color: var(--ink); background: var(--card); border-color: var(--line); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 1.5rem; margin-top: 1.25rem; } .pair > * { margin-top: 0; }
details { margin: .6rem 0; } summary { cursor: pointer; font-weight: 600; }
.contract { display: grid; grid-template-columns: minmax(14rem, 19rem) minmax(0, 1fr); gap: 0 1.75rem; align-items: start; }
.contract nav { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; padding: .25rem; } .contract nav label { margin-top: 0; } .contract nav h2 { font-size: .95rem; margin: 1rem 0 .25rem; }
.contract nav li { padding: .15rem 0 !important; border: 0 !important; font-size: .9rem; } .contract nav li a { display: block; padding: .15rem .5rem; margin-left: -.25rem; border-radius: .375rem; color: inherit; text-decoration: none; }
.contract nav li a:hover { background: var(--tint); } .contract nav li a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
#contract-detail { margin-top: 0; }
ul.tree { list-style: none; margin: .25rem 0; padding: 0; } ul.tree > li { padding: .3rem 0 .3rem 1.75rem; } ul.tree > li.branch { padding-left: 0; }
button.toggle { width: 1.5rem; height: 1.5rem; padding: 0; margin-right: .25rem; background: none; color: var(--soft); border: 0; vertical-align: text-bottom; line-height: 1; } button.toggle::before { content: "▸"; display: block; } button.toggle[aria-expanded=true]::before { content: "▾"; }
.tree-part { margin: .25rem 0 .5rem .3rem; padding-left: .9rem; border-left: 2px solid var(--line); } #contract-detail > .tree-part { margin-left: 0; padding-left: 0; border: 0; }
.member { font: 600 .875rem/1.5 var(--mono); } .attribute { color: var(--attr); } .text, .any, .anyAttribute { font-weight: 400; } .built-in { font: .85rem/1.45 var(--mono); color: var(--value); }
ul.values { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem .75rem; padding: 0; margin: .5rem 0; } ul.values li { min-width: 0; }
[hidden] { display: none !important; }
@media (max-width: 56rem) { .columns, .contract { grid-template-columns: minmax(0, 1fr); } .contract nav { position: static; max-height: 24rem; margin-bottom: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); padding: .9rem 1rem; } }
@media (max-width: 40rem) { header > div, main, .banner > div { padding-left: 1rem; padding-right: 1rem; } header > div { padding-top: .6rem; } header nav { margin: 0 -.4rem; } header nav a { padding: 0 .4rem; font-size: .95rem; min-height: 2.6rem; } h1 { font-size: 1.4rem; } section, .card, fieldset { padding-left: 1rem; padding-right: 1rem; border-radius: .5rem; }
  table.list thead { display: none; } table.list tr { display: block; border-top: 1px solid var(--line); padding: .6rem 0; } table.list td { display: block; width: auto !important; border: 0; padding: .05rem 0; } table.list .time { display: inline; margin-right: .75rem; } }
`;
