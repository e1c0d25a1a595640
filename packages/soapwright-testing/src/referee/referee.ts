/** libxml2 as an independent referee: it validates against a WSDL's own schema and reads raw messages. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** An element as libxml2 reads it. Adjacent pieces of text and CDATA are one string. */
export interface RefereeElement {
  readonly namespace: string;
  readonly local: string;
  readonly prefix: string;
  /** The namespaces declared on this element, by prefix. */
  readonly declarations: Readonly<Record<string, string>>;
  readonly attributes: readonly { readonly namespace: string; readonly local: string; readonly value: string }[];
  readonly children: readonly (RefereeElement | string)[];
}

export function elementsOf(element: RefereeElement): RefereeElement[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** Returns the text directly in `element`, joined. */
export function textOf(element: RefereeElement): string {
  return element.children.filter((child) => typeof child === "string").join("");
}

/** An XPath to the payloads of an envelope: every header block, and every child of the Body other than a fault. */
const payloads = "/*/*/*[not(local-name() = 'Fault')][not(local-name() = 'Upgrade')]";

interface Question {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The client of a libxml2 process. Start one for a test file, and close it at the end of the file. */
export class Referee {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #questions = new Map<number, Question>();
  #next = 1;

  constructor() {
    this.#child = spawn(process.execPath, [join(__dirname, "../../../../tests/referee/libxml2.mjs")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#answer(line));
    this.#child.on("exit", (code) => {
      for (const { reject } of this.#questions.values()) reject(new Error(`the referee ended with ${code}`));
    });
  }

  /**
   * Validates header blocks and children of the Body against the schema in `wsdl`. Resolves to the problems, to none
   * for a valid envelope. Rejects if `envelope` is not well-formed or `wsdl` has no usable schema.
   */
  envelopeProblems(wsdl: string, envelope: string | Uint8Array): Promise<string[]> {
    return this.#ask({ verb: "validate", schema: wsdl, xml: base64(envelope), select: payloads }) as Promise<string[]>;
  }

  /** Validates a document against a schema document, or against the only schema in a WSDL. Resolves to the problems. */
  problems(schema: string, document: string | Uint8Array): Promise<string[]> {
    return this.#ask({ verb: "validate", schema, xml: base64(document) }) as Promise<string[]>;
  }

  /** Reads a document. Rejects with libxml2's message if it is not well-formed. */
  parse(document: string | Uint8Array): Promise<RefereeElement> {
    return this.#ask({ verb: "parse", xml: base64(document) }) as Promise<RefereeElement>;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
      this.#child.stdin.end();
    });
  }

  #ask(question: object): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve, reject });
      this.#child.stdin.write(`${asciiJson({ id, ...question })}\n`);
    });
  }

  #answer(line: string): void {
    const { id, result, error } = JSON.parse(line) as { id: number; result?: unknown; error?: string };
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (error === undefined) question?.resolve(result);
    else question?.reject(new Error(error));
  }
}

/** One line for every reader: Node.js 26 ends lines at more characters than a line feed. */
function asciiJson(value: object): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[^\0-\x7f]/g, escaped);
}

function base64(text: string | Uint8Array): string {
  return Buffer.from(text).toString("base64");
}
