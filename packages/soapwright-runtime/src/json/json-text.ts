/** JSON text (RFC 8259), with the line and column of what is wrong. */

/** What a value may begin with: a string, a number, a name, or a bracket. */
const TOKEN =
  /\s*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])|(true|false|null)(?![\w$])|([[\]{},:]))/uy;

const SPACE = /\s*/y;

/** Returns the value of a text, of which the last of equal keys counts; or what is wrong and where. */
export function parseJsonText(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (text.trim() === "") return { problem: "the text is empty" };
    const at = firstMistake(text);
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    const found = at >= text.length ? "the text ends too early" : `${JSON.stringify(text[at])} is not expected`;
    return error instanceof SyntaxError
      ? { problem: `${found} (line ${line}, column ${column})` }
      : { problem: "the text is too long" };
  }
}

/** The index of the first character that cannot be there. It is the end of the text when something is missing. */
function firstMistake(text: string): number {
  const open: string[] = [];
  // What may come next: a value, a key, a colon, or a comma.
  let next: "value" | "firstItem" | "key" | "firstKey" | "colon" | "comma" = "value";
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const [token, string, number, name, sign] = TOKEN.exec(text) ?? [];
    SPACE.lastIndex = at;
    SPACE.exec(text);
    const start = SPACE.lastIndex;
    if (token === undefined) return start;
    at = TOKEN.lastIndex;
    const closes = sign === "]" || sign === "}" ? sign : undefined;
    if (next === "colon") {
      if (sign !== ":") return start;
      next = "value";
    } else if (next === "comma") {
      if (closes !== undefined && open.at(-1) === closes) open.pop();
      else if (sign === "," && open.length > 0) next = open.at(-1) === "}" ? "key" : "value";
      else return start;
    } else if (next === "key" || next === "firstKey") {
      if (string !== undefined) next = "colon";
      else if (next === "firstKey" && closes === "}") {
        open.pop();
        next = "comma";
      } else return start;
    } else if (sign === "[" || sign === "{") {
      open.push(sign === "[" ? "]" : "}");
      next = sign === "[" ? "firstItem" : "firstKey";
    } else if (string !== undefined || number !== undefined || name !== undefined) next = "comma";
    else if (next === "firstItem" && closes === "]") {
      open.pop();
      next = "comma";
    } else return start;
  }
}
