import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SchemaSet } from "./schema-set";

interface Question {
  resolve(result: unknown): void;
  reject(error: Error): void;
}
interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: readonly string[];
}

/** libxml2 refused the schemas. */
export class SchemaRefusedError extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons[0] ?? "no reason was given");
    this.name = "SchemaRefusedError";
    this.reasons = reasons;
  }
}

/** libxml2 as the judge from outside, in a thread of its own. `close` it. */
export class Referee {
  readonly #worker = new Worker(join(__dirname, "libxml2.mjs"));
  readonly #questions = new Map<number, Question>();
  #next = 1;

  constructor() {
    this.#worker.on("message", (answer: Answer) => this.#answer(answer));
    this.#worker.on("error", (error: Error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("libxml2 has ended")));
  }

  /** @throws SchemaRefusedError with libxml2's reasons. */
  async load({ files, root }: SchemaSet): Promise<void> {
    await this.#ask({ verb: "load", files: [...files], root });
  }

  /** The problems of each document; none means valid. */
  async validate(documents: readonly string[]): Promise<readonly (readonly string[])[]> {
    return (await this.#ask({ verb: "validate", documents })) as readonly (readonly string[])[];
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(question: object): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...question });
    });
  }

  #answer({ id, result, error }: Answer): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (error) question?.reject(new SchemaRefusedError(error));
    else question?.resolve(result);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#questions.values()) reject(error);
    this.#questions.clear();
  }
}
