/** A cursor over a request's elements. It moves forward node by node, as ASP.NET's reader does. */
import type { TreeElement, TreeNode } from "./element-tree";

export type Token =
  | { readonly kind: "start"; readonly element: TreeElement }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "note" }
  | { readonly kind: "end" }
  | { readonly kind: "over" };

const over: Token = { kind: "over" };
const note: Token = { kind: "note" };
const end: Token = { kind: "end" };

/** The error for a request that ASP.NET's XML reader cannot read. The response has status 400 and no body. */
export class UnreadableValue extends Error {
  override readonly name = "UnreadableValue";
}

/** Iterator over the tokens of a request. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(nodes: readonly TreeNode[]) {
    const tokens: Token[] = [];
    for (const node of nodes) addTokens(node, tokens);
    this.#tokens = tokens;
  }

  get current(): Token {
    return this.#tokens[this.#at] ?? over;
  }

  next(): void {
    this.#at++;
  }

  /** Moves to the next element, end or non-blank text. */
  toContent(): Token {
    for (;;) {
      const token = this.current;
      if (token.kind !== "note" && !(token.kind === "text" && token.text.trim() === "")) return token;
      this.next();
    }
  }

  /** Moves past the current token; at the start of an element, past the whole element. */
  skip(): void {
    let depth = 0;
    do {
      const { kind } = this.current;
      if (kind === "over") return;
      if (kind === "start") depth++;
      else if (kind === "end") depth--;
      this.next();
    } while (depth > 0);
  }

  end(): void {
    if (this.current.kind !== "end") throw new UnreadableValue();
    this.next();
  }

  /**
   * The cursor is at the start of the element. If it contains an element, the inner text is the value, and the inner
   * end tag ends it: the rest of the outer element ends the parent element. Throws `UnreadableValue`.
   */
  value(): { readonly text: string; readonly hasElement: boolean } {
    this.next();
    const first = this.current;
    const hasElement = first.kind === "start";
    if (hasElement) this.next();
    // ASP.NET's reader does not report the end of an empty element.
    if (hasElement && this.current.kind === "end") throw new UnreadableValue();
    let text = "";
    for (let token = this.current; token.kind === "text"; token = this.current) {
      text += token.text;
      this.next();
    }
    this.end();
    return { text, hasElement };
  }
}

function addTokens(node: TreeNode, tokens: Token[]): void {
  if (typeof node === "string") tokens.push({ kind: "text", text: node });
  else {
    tokens.push({ kind: "start", element: node });
    const { children, notes } = node;
    let noted = 0;
    for (let index = 0; index <= children.length; index++) {
      for (; notes[noted] === index; noted++) tokens.push(note);
      const child = children[index];
      if (child !== undefined) addTokens(child, tokens);
    }
    tokens.push(end);
  }
}
