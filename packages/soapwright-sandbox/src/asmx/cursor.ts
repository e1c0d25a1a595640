/** A cursor over a request's elements. It moves forward node by node, as ASP.NET's reader does. */
import type { TreeElement, TreeNode } from "./element-tree";

type Token =
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

interface OpenNode {
  readonly children: readonly TreeNode[];
  readonly notes: readonly number[];
  /** Index of the next child, and of the next note. */
  child: number;
  note: number;
}

/** Iterator over the tokens of a request, which are made one at a time. */
export class Cursor {
  readonly #open: OpenNode[] = [];
  #current: Token = over;

  constructor(nodes: readonly TreeNode[]) {
    this.#enter({ children: nodes, notes: [] });
    this.next();
  }

  get current(): Token {
    return this.#current;
  }

  next(): void {
    const node = this.#open.at(-1);
    if (node === undefined) this.#current = over;
    else if (node.notes[node.note] === node.child) {
      node.note++;
      this.#current = note;
    } else this.#current = this.#childOf(node);
  }

  #childOf(node: OpenNode): Token {
    const child = node.children[node.child];
    if (child === undefined) {
      this.#open.pop();
      return this.#open.length === 0 ? over : end;
    }
    node.child++;
    if (typeof child === "string") return { kind: "text", text: child };
    this.#enter(child);
    return { kind: "start", element: child };
  }

  #enter({ children, notes }: Pick<TreeElement, "children" | "notes">): void {
    this.#open.push({ children, notes, child: 0, note: 0 });
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
    if (this.current.kind === "start") this.#open.pop();
    this.next();
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
