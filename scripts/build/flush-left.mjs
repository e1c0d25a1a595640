// Takes the indentation from lines of code, and the columns of its map with it: a tenth of a file that keeps its lines. Where a
// template literal goes over several lines, its lines stay as they are.
import { parseSync, Visitor } from "rolldown/utils";

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The code and its map (section 4.1 of the source map format: https://tc39.es/ecma426/), flush left. */
export function flushLeft(name, code, map) {
  const kept = literalRanges(name, code);
  const taken = [];
  let at = 0;
  const lines = code.split("\n").map((line) => {
    const start = at;
    at += line.length + 1;
    const isInside = kept.some(([from, to]) => from < start && start <= to);
    const text = isInside ? line : line.replace(/^[\t ]+/, "");
    taken.push(line.length - text.length);
    return text;
  });
  const mappings = map.mappings.split(";").map((line, index) => moved(line, taken[index] ?? 0));
  return { code: lines.join("\n"), map: { ...map, mappings: mappings.join(";") } };
}

/** From start to end of each template literal that has a line end in it. */
function literalRanges(name, code) {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  const ranges = [];
  new Visitor({
    TemplateLiteral({ start, end }) {
      if (code.slice(start, end).includes("\n")) ranges.push([start, end]);
    },
  }).visit(program);
  return ranges;
}

/** The first column of a line is its own, each further one counts from the one before. */
function moved(line, columns) {
  let left = columns;
  const segments = line.split(",").map((segment) => {
    if (left === 0 || segment === "") return segment;
    const end = [...segment].findIndex((digit) => digits.indexOf(digit) < 32) + 1;
    const column = decoded(segment.slice(0, end));
    const taken = Math.min(left, column);
    left -= taken;
    return encoded(column - taken) + segment.slice(end);
  });
  return segments.join(",");
}

function decoded(text) {
  const value = [...text].reduce((sum, digit, place) => sum + (digits.indexOf(digit) & 31) * 32 ** place, 0);
  return value % 2 === 0 ? value / 2 : -(value - 1) / 2;
}

function encoded(value) {
  let rest = value * 2;
  let text = "";
  do {
    const digit = rest % 32;
    rest = Math.floor(rest / 32);
    text += digits[digit + (rest > 0 ? 32 : 0)];
  } while (rest > 0);
  return text;
}
