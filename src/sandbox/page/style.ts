/** The style sheet of the page: light and dark, down to 360 pixels. */
export const style = `
:root { color-scheme: light dark; --ground: #fbfbf9; --card: #fff; --ink: #1c2024; --soft: #5a6370; --line: #d9dde3;
  --accent: #0b5cad; --good: #17692f; --bad: #a8201a; --code: #f3f4f1; --value: #7a3e00; --name: #0b5cad; --attr: #6b3fa0; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --card: #1c2126; --ink: #e7eaee; --soft: #a4adb9; --line: #353c45;
  --accent: #7db7f5; --good: #7fd699; --bad: #ff9d94; --code: #101316; --value: #f0bd83; --name: #7db7f5; --attr: #c7a6f7; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; border-bottom: 1px solid var(--line); }
header p { margin: 0; font-size: 1.25rem; font-weight: 650; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
section, .card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
section h2, .card h2 { margin-top: 0; }
.soft { color: var(--soft); }
.address, code { font: .875rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain li { padding: .6rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
ul.plain li:first-child { border-top: 0; }
.scroll { overflow-x: auto; }
.scroll table { min-width: 34rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { font-size: .875rem; color: var(--soft); font-weight: 600; border-top: 0; }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; margin: .5rem 0; overflow: auto; max-height: 32rem; font: .8125rem/1.5 ui-monospace, monospace; }
pre span { color: var(--name); } pre i { color: var(--attr); font-style: normal; } pre em, pre b { color: var(--value); font-style: normal; font-weight: 400; }
label { display: block; font-weight: 600; margin-top: .75rem; }
label .soft { font-weight: 400; }
input, select, textarea { width: 100%; max-width: 30rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: .375rem; padding: .4rem .6rem; }
textarea { max-width: 100%; min-height: 12rem; font: .8125rem/1.5 ui-monospace, monospace; }
fieldset { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: .25rem 1rem .75rem; min-width: 0; }
legend { font-weight: 650; padding: 0 .4rem; } fieldset label { margin-top: .25rem; }
.problem { color: var(--bad); min-height: 1.5em; margin: .1rem 0 0; font-size: .9rem; }
button { font: inherit; font-weight: 600; color: #fff; background: #0b5cad; border: 0; border-radius: .375rem; padding: .45rem 1rem; margin-top: .75rem; cursor: pointer; }
button.small { padding: .15rem .6rem; margin: 0; font-size: .875rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1.5rem; }
.pair > * { min-width: 0; }
form.inline { display: inline; }
details { margin: .75rem 0; } summary { cursor: pointer; font-weight: 600; }
`;
