import { readFileSync } from "node:fs";

const texts = new Map<string, string>();

/** Returns the text of a script of `browser/`, which pages load or contain. */
export function browserScript(name: "contract" | "page"): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(require.resolve(name === "page" ? "#browser/page.js" : "#browser/contract.js"), "utf8");
    texts.set(name, text);
  }
  return text;
}
