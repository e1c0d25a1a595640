/** Errors and advice name options that exist. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folders = ["src", ...readdirSync("packages").map((name) => join("packages", name, "src"))].filter(
  (folder) => !folder.includes("testing"),
);
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8")),
);
const found = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!))),
];

/** The options and methods in the public interface of every entry point. */
const api = readdirSync("api").map((name) => readFileSync(join("api", name), "utf8"));
const isPublic = (form: (name: string) => RegExp, option: string) =>
  option.split(".").every((name) => api.some((text) => form(name).test(text)));
const property = (name: string) => new RegExp(`\\b${name}\\??:`);
const anything = (name: string) => new RegExp(`\\b${name}(?:\\??:|\\()`);

test("the option of an error is an option, a method or a function of the public interface", () => {
  const options = found(/\boption: "([\w.]+)"/g);
  expect(options.length).toBeGreaterThan(40);
  expect(options.filter((option) => !isPublic(anything, option))).toEqual([]);
});

test("advice names options alone", () => {
  const advised = found(/\baction: "(?:set|raise|check)", option: "([\w.]+)"/g);
  expect(advised.length).toBeGreaterThan(15);
  expect(advised.filter((option) => !isPublic(property, option))).toEqual([]);
});

test("advice in the texts of messages names options too", () => {
  const named = found(/\b(?:[Ss]et|[Rr]aise|[Ll]ower|[Cc]heck) (?:\$\{name\(")?([a-z]+[A-Z]\w*)\b/g);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((option) => !isPublic(property, option))).toEqual([]);
});
