/** A request's elements as the stack walks over them: node by node, without looking back. */
import { isElement, type TreeElement, type TreeNode } from "./element-tree";

/** Where a cursor stands. */
export type Token =
  | { readonly kind: "start"; readonly element: TreeElement }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "note" }
  | { readonly kind: "end" }
  | { readonly kind: "over" };

const over: Token = { kind: "over" };

/** The request is read in a way in which the stack's XML reader fails: it responds with 400 without a body. */
export class UnreadableValue extends Error {
  override readonly name = "UnreadableValue";
}

/** Stands on one token after the other. */
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

  /** On to the next token. */
  next(): void {
    this.#at++;
  }

  /** To the next element, end or text that is not blank. */
  toContent(): Token {
    for (;;) {
      const token = this.current;
      if (token.kind !== "note" && !(token.kind === "text" && token.text.trim() === "")) return token;
      this.next();
    }
  }

  /** Past the current token; past all of an element at its start. */
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

  /** Past the end of an element. */
  end(): void {
    if (this.current.kind !== "end") throw new UnreadableValue();
    this.next();
  }

  #enterElement(): boolean {
    if (this.current.kind !== "start") return false;
    this.next();
    return true;
  }

  /**
   * The text of the element at whose start the cursor stands. Of an element in it, the text of that one is taken, and its
   * end ends the value: what is left of the outer one ends the element around it.
   */
  value(): { readonly text: string; readonly hasElement: boolean } {
    this.next();
    const hasElement = this.#enterElement();
    // An empty element has no end of its own for the stack's reader.
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
  else if (!isElement(node)) tokens.push({ kind: "note" });
  else {
    tokens.push({ kind: "start", element: node });
    for (const child of node.children) addTokens(child, tokens);
    tokens.push({ kind: "end" });
  }
}
