import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { Budget } from "./budget";
import type { SchemaSet } from "./schema-set";

interface Question {
  resolve(result: unknown): void;
  reject(error: Error): void;
}
interface Reply {
  readonly result?: unknown;
  readonly error?: readonly string[];
}

export class SchemaRefusedError extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons[0] ?? "no reason was given");
    this.name = "SchemaRefusedError";
  }
}

/**
 * libxml2 exceeded its time. For example, it tries the members of nested unions one by one, and thousands of
 * consecutive optional elements take quadratic time.
 */
export class SlowRefereeError extends Error {
  constructor(limitMs: number) {
    super(`libxml2 took longer than ${limitMs / 1000} s of processor time`);
    this.name = "SlowRefereeError";
  }
}

/** The package with libxml2 is not installed: it is an optional peer dependency for this command alone. */
export class MissingRefereeError extends Error {
  constructor() {
    super(
      "verify needs the package libxml2-wasm, which is not installed. Install it beside the generator: npm install --save-dev libxml2-wasm.",
    );
    this.name = "MissingRefereeError";
  }
}

/** libxml2 in its own thread, as an independent validator, for one call at a time. Callers have to `close` it. */
export class Referee {
  #worker: Worker;
  #question: Question | undefined;
  #loaded: SchemaSet | undefined;
  /** The error that ended the thread. */
  #end: Error | undefined;

  /** `limitMs` is processor time for the schemas, and for some hundred documents. */
  constructor(private limitMs = 10_000) {
    this.#worker = this.#start();
  }

  /**
   * @throws SchemaRefusedError with libxml2's reasons.
   * @throws SlowRefereeError when libxml2 takes too long.
   * @throws MissingRefereeError when the package is not installed.
   */
  async load(set: SchemaSet): Promise<void> {
    await this.#load(set, this.limitMs);
    this.#loaded = set;
  }

  /**
   * Returns the problems of each document; an empty list means valid.
   *
   * @throws SlowRefereeError when libxml2 takes too long. Later calls work again.
   */
  async validate(documents: readonly string[]): Promise<readonly (readonly string[])[]> {
    return (await this.#ask({ verb: "validate", documents }, this.limitMs)) as readonly (readonly string[])[];
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(join(dirname(require.resolve("soapwright-verify/package.json")), "libxml2.mjs"));
    const unlessReplaced = (settle: () => void): void => {
      if (worker === this.#worker) settle();
    };
    const fail = (error: Error): void =>
      unlessReplaced(() => {
        this.#end ??= error;
        this.#question?.reject(this.#end);
      });
    worker.on("message", ({ result, error }: Reply) =>
      unlessReplaced(() => {
        if (error) this.#question?.reject(new SchemaRefusedError(error));
        else this.#question?.resolve(result);
      }),
    );
    worker.on("error", (error: NodeJS.ErrnoException) => fail(isMissing(error) ? new MissingRefereeError() : error));
    worker.on("exit", () => fail(new Error("libxml2 has ended")));
    return worker;
  }

  async #load({ files, root }: SchemaSet, limitMs: number): Promise<void> {
    await this.#ask({ verb: "load", files: [...files], root }, limitMs);
  }

  async #ask(question: object, limitMs: number): Promise<unknown> {
    const budget = new Budget(limitMs);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        if (this.#end !== undefined) reject(this.#end);
        this.#question = { resolve, reject };
        // While this thread waits, libxml2 alone computes. On a busy machine that is more reliable than a clock.
        timer = setInterval(() => {
          if (budget.isSpent) reject(new SlowRefereeError(budget.ms));
        }, 50);
        this.#worker.postMessage(question);
      });
    } catch (error) {
      if (error instanceof SlowRefereeError) await this.#replace();
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /** Only termination stops a busy thread. A schema with one slow type has others, so the limit is lowered. */
  async #replace(): Promise<void> {
    this.limitMs = Math.max(250, this.limitMs / 2);
    const old = this.#worker;
    this.#worker = this.#start();
    await old.terminate();
    if (this.#loaded) await this.#load(this.#loaded, Infinity);
  }
}

function isMissing({ code, message }: NodeJS.ErrnoException): boolean {
  return code === "ERR_MODULE_NOT_FOUND" && message.includes("libxml2-wasm");
}
