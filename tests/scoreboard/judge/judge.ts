import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Tree } from "../board";

/** The Python for which Debian installs packages. */
export const python = process.env.PYTHON ?? "/usr/bin/python3";

export interface Judged {
  readonly valid: boolean;
  readonly reason: string;
  readonly tree: Tree | null;
  readonly isKey?: boolean;
  /** The document, without the envelope. */
  readonly text?: string;
}

export interface WsdlSchemas {
  readonly schema: string;
  readonly namespaces: readonly (readonly [namespace: string, file: string])[];
  readonly elements: readonly string[];
}

/** The client of a process with libxml2 and xmlschema: see judge.py. Callers must `close` it. */
export class Judge {
  readonly #child: ChildProcess = spawn(python, [join(__dirname, "judge.py")], { stdio: ["pipe", "pipe", "inherit"] });
  readonly #waiting: { resolve(answer: Record<string, unknown>): void; reject(error: Error): void }[] = [];
  #ended: Error | undefined;

  constructor() {
    createInterface({ input: this.#child.stdout! }).on("line", (line) =>
      this.#waiting.shift()?.resolve(JSON.parse(line)),
    );
    this.#child.stdin?.on("error", () => {});
    this.#child.on("error", (error) => this.#end(error));
    this.#child.on("exit", (code) =>
      this.#end(
        new Error(
          `${python} ended with ${code}, and its reason stands above. It needs what apt-get install python3-xmlschema python3-lxml installs; PYTHON names another one.`,
        ),
      ),
    );
  }

  #end(error: Error): void {
    this.#ended = error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Returns the documents as libxml2 and xmlschema read them; undefined if they refuse the schema. */
  async judge(schema: string, documents: readonly string[]): Promise<readonly Judged[] | undefined> {
    return (await this.#ask({ schema, documents })).documents as readonly Judged[] | undefined;
  }

  /** Returns the global elements that are not abstract, or the reason why the schema is refused. */
  async elements(schema: string): Promise<readonly string[] | string> {
    const { elements, refused } = await this.#ask({ schema, elements: true });
    return (elements as string[] | undefined) ?? String(refused);
  }

  /**
   * Writes the schemas of a WSDL into the folder, and returns them with the elements of its messages, or the reason for
   * none.
   */
  async schemasOf(wsdl: string, folder: string): Promise<WsdlSchemas | string> {
    const found = await this.#ask({ wsdl, folder });
    return found.refused === undefined ? (found as unknown as WsdlSchemas) : String(found.refused);
  }

  /**
   * Generates instances of elements: name, text, and whether it is valid. Each element has at most `most` invalid ones.
   */
  async make(schema: string, elements: readonly string[], most = 12): Promise<readonly [string, string, boolean][]> {
    return ((await this.#ask({ schema, make: elements, most })).made ?? []) as [string, string, boolean][];
  }

  close(): void {
    this.#child.stdin?.end();
  }

  #ask(question: object): Promise<Record<string, unknown>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
    });
  }
}
