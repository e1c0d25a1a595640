/** Every message of docs/messages.md obeys one grammar: sentences, in words that a reader knows. */
import { readFileSync } from "node:fs";

const page = readFileSync("docs/messages.md", "utf8");
/** Rows: the code, which links to itself, the message as code, what it came from, what to do. */
const rows = [
  ...page.matchAll(/^\| <a id="([\w-]+)"><\/a>\[[\w-]+\]\(#\1\) \| (`+) ?(.*?) ?\2 \| (.+) \| (.+) \|$/gm),
].map(([, anchor, , message, cause, remedy]) => ({
  anchor: anchor!,
  message: message!,
  cause: cause!,
  remedy: remedy!,
}));
const messages = rows.map(({ message }) => message);

/** Pictures and shorthand of our own: what a user's page says in their place stands beside them. */
const PRIVATE: readonly [RegExp, string][] = [
  [/\banswer(?:s|ed|ing)?\b/i, "response, returned"],
  [/\bstands?\b/i, "is, appears"],
  [/\bkin\b|\bits kind\b/i, "similar"],
  [/\b(?:doors?|rooms?|floors?)\b/i, "entry point, module"],
  [/\bcannot be had\b/i, "is already in use"],
  [/\bran out\b|\bruns out\b/i, "took longer than"],
  [/\bpassed over\b/i, "ignored"],
  [/\blets? in\b/i, "allows"],
  [/\bis nothing\b|\bis none\b/i, "is missing"],
  [/\bcatalogue\b|\bcentres?\b/i, "catalog, center"],
  [/\btold apart\b/i, "differ in"],
  [/\byields?\b/i, "returns"],
];

/** What is wrong with a message; empty when nothing is. */
function faults(message: string): string[] {
  const found = PRIVATE.filter(([word]) => word.test(message)).map(([word, instead]) => `${word} (write ${instead})`);
  // A reason or an excerpt is what the service wrote.
  if (!/(?:[.?]|REASON|EXCERPT)$/.test(message)) found.push("no full stop at its end");
  if (/\.\.$|;\.|:\.$/.test(message)) found.push("two marks at its end");
  if (/ {2}| — | -- /.test(message)) found.push("a dash or two blanks between its parts");
  if (message.length > 500) found.push("longer than 500 characters");
  return found;
}

test("the page has the messages of every kind", () => {
  expect(messages.length).toBeGreaterThan(300);
  const chapters = [...page.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
  expect(chapters).toEqual(
    expect.arrayContaining(["ConfigurationError", "ArgumentError", "HttpError", "ResponseError", "error", "warning"]),
  );
});

test("each row has a link of its own, a cause and a remedy", () => {
  // Every line of a table but its head.
  expect(rows.length).toBe([...page.matchAll(/^\| /gm)].length - [...page.matchAll(/^## /gm)].length);
  expect(rows.length).toBeLessThan(700);
  expect(new Set(rows.map(({ anchor }) => anchor)).size).toBe(rows.length);
  for (const { cause, remedy } of rows) for (const cell of [cause, remedy]) expect(cell).toMatch(/[.?;`]$|like these$/);
});

test("no row shows when it was met", () => {
  expect(page.match(/\d\dT[\w:.]*Z/g)).toBeNull();
});

test("the grammar finds what it is for", () => {
  expect(faults("The response does not match the schema at PATH: A is not allowed here (line N, column N).")).toEqual(
    [],
  );
  expect(faults("The answer is too long")).toHaveLength(2);
  expect(faults("Port N cannot be had.")).toHaveLength(1);
  expect(faults("no operation of that name — did you mean o?")).toHaveLength(1);
});

test("every message obeys the grammar", () => {
  const wrong = messages.filter((message) => faults(message).length > 0);
  expect(wrong.map((message) => [message, faults(message)])).toEqual([]);
});

test("causes and remedies are in the words of a reader too", () => {
  const wrong = rows.flatMap(({ cause, remedy }) =>
    [cause, remedy].filter((cell) => PRIVATE.some(([word]) => word.test(cell))),
  );
  expect(wrong).toEqual([]);
});
