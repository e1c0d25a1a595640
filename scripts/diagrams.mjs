// Writes docs/images/*.svg from the texts in scripts/diagrams/*.txt: boxes in rows, and arrows between them.
//
// A text has a line `title:` and a line `about:`, which say it to whoever does not see it; then a row of boxes a line,
// `name "Words" | name "Words"` (`!` before a name marks an end, `~` a limit of time), `.` for an empty place; then the arrows,
// `from -> to: words`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "scripts/diagrams");
const target = join(root, "docs/images");

/** Two columns of these are no wider than the screen of a telephone: there too the words have nearly their full size. */
const WIDTH = 150;
const HEIGHT = 80;
const GAP_X = 76;
const GAP_Y = 50;
const MARGIN = 4;

/** The SVG of a text. */
export function diagramOf(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const said = (name) => lines.find((line) => line.startsWith(`${name}: `)).slice(name.length + 2);
  const rows = lines.filter((line) => /^[\w.!~]/.test(line) && !/^(?:title|about): | -> /.test(line));
  const boxes = new Map();
  for (const [y, row] of rows.entries())
    for (const [x, place] of row.split("|").entries()) {
      const [, mark, name, words] = /^\s*([!~]?)(\w+) "(.*)"\s*$/.exec(place) ?? [];
      if (name !== undefined)
        boxes.set(name, { mark, words, x: MARGIN + x * (WIDTH + GAP_X), y: MARGIN + y * (HEIGHT + GAP_Y) });
    }
  const arrows = lines.flatMap((line) => {
    const [, from, to, words = ""] = /^(\w+) -> (\w+)(?:: (.*))?$/.exec(line) ?? [];
    return from === undefined ? [] : [arrow(boxOf(from), boxOf(to), words)];
  });
  function boxOf(name) {
    const box = boxes.get(name);
    if (box === undefined) throw new Error(`no box is called ${name}`);
    return box;
  }
  const all = [...boxes.values()];
  const width = Math.max(...all.map(({ x }) => x)) + WIDTH + MARGIN;
  const height = Math.max(...all.map(({ y }) => y)) + HEIGHT + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title about" font-family="system-ui, sans-serif" font-size="14">
<title id="title">${escaped(said("title"))}</title>
<desc id="about">${escaped(said("about"))}</desc>
<style>${STYLE}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
<rect class="paper" width="${width}" height="${height}" rx="8"/>
${[...arrows, ...all.map(drawn)].join("\n")}
</svg>
`;
}

/** As an image it follows the scheme of whoever looks at it. */
const STYLE = `.paper{fill:#fff}.box{fill:#f3f6fb;stroke:#33588f;stroke-width:1.5}.end{fill:#fdf1f0;stroke:#a3261b}.limit{stroke-dasharray:5 3}.arrow{fill:none;stroke:#444;stroke-width:1.5}.tip{fill:#444}text{fill:#1a1a1a}.on{paint-order:stroke;stroke:#fff;stroke-width:5px;font-size:13px}@media (prefers-color-scheme:dark){.paper{fill:#1b1e23}.box{fill:#252b36;stroke:#8fb3ee}.end{fill:#3a2322;stroke:#f0948b}.arrow{stroke:#bbb}.tip{fill:#bbb}text{fill:#f2f2f2}.on{stroke:#1b1e23}}`;

function drawn({ mark, words, x, y }) {
  const kind = mark === "!" ? " end" : mark === "~" ? " limit" : "";
  return `<rect class="box${kind}" x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6"/>${centered(words, x + WIDTH / 2, y + HEIGHT / 2, 18)}`;
}

/** From side to side in a row, from bottom to top between rows. */
function arrow(from, to, words) {
  const middle = ({ x, y }) => [x + WIDTH / 2, y + HEIGHT / 2];
  const [fromX, fromY] = middle(from);
  const [toX, toY] = middle(to);
  const isLevel = from.y === to.y;
  const side = Math.sign(isLevel ? toX - fromX : toY - fromY);
  const [x1, y1] = isLevel ? [fromX + (side * WIDTH) / 2, fromY] : [fromX, fromY + (side * HEIGHT) / 2];
  const [x2, y2] = isLevel ? [toX - (side * WIDTH) / 2, toY] : [toX, toY - (side * HEIGHT) / 2];
  // Above an arrow between two columns, on one between two rows.
  const label =
    words === "" ? "" : centered(words, (x1 + x2) / 2, (y1 + y2) / 2 - (isLevel ? 19 : 0), isLevel ? 11 : 21, "on");
  return `<path class="arrow" d="M${x1} ${y1}L${x2} ${y2}" marker-end="url(#tip)"/>${label}`;
}

function centered(words, x, y, most, kind = "") {
  const lines = [];
  for (const word of words.split(" ")) {
    if (lines.length > 0 && lines.at(-1).length + word.length < most) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  const step = kind === "" ? 17 : 14;
  const top = y - ((lines.length - 1) * step) / 2 + 4.5;
  return lines
    .map(
      (line, at) =>
        `<text${kind === "" ? "" : ` class="${kind}"`} x="${x}" y="${top + at * step}" text-anchor="middle">${escaped(line)}</text>`,
    )
    .join("");
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source))
    writeFileSync(join(target, name.replace(/\.txt$/, ".svg")), diagramOf(readFileSync(join(source, name), "utf8")));
}
