import { setTimeout as delay } from "node:timers/promises";
import { isExportError } from "../export-error";
import { Database } from "../postgres/database";
import type { Presence } from "./presence";

const RETRY_MS = { first: 200, longest: 5_000 };

/** The connection of a worker to its database. Statements wait for those before them. */
export class Commits {
  readonly #address: string;
  readonly #presence: Presence;
  #database: Promise<Database> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(address: string, presence: Presence) {
    this.#address = address;
    this.#presence = presence;
  }

  /** Returns the result of `statements`, which are run again while the database is unavailable. */
  run<T>(statements: (database: Database) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#tried(statements));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Like `run`, in one transaction. */
  transaction<T>(statements: (database: Database) => Promise<T>): Promise<T> {
    return this.run(async (database) => {
      await database.run("BEGIN");
      try {
        const result = await statements(database);
        await database.run("COMMIT");
        return result;
      } catch (error) {
        await database.run("ROLLBACK").catch(() => {});
        throw error;
      }
    });
  }

  async #tried<T>(statements: (database: Database) => Promise<T>): Promise<T> {
    for (let delayMs = RETRY_MS.first; ; delayMs = Math.min(delayMs * 2, RETRY_MS.longest)) {
      try {
        this.#database ??= Database.connect(this.#address);
        const result = await statements(await this.#database);
        this.#presence.back("PostgreSQL");
        return result;
      } catch (error) {
        if (this.#isClosed || !isExportError(error) || error.code !== "CONNECTION") throw error;
        this.#presence.away("PostgreSQL", error);
        await this.#disconnect();
      }
      await delay(delayMs);
    }
  }

  /** Resolves when the statements that were begun have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    await (await this.#database?.catch(() => undefined))?.close();
    this.#database = undefined;
  }
}
