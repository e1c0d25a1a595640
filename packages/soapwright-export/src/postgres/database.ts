import type { Client } from "pg";
import { ExportError, errorCode, isExportError, notInstalled } from "../export-error";
import { NAME } from "../names";
import { type OnWaiting, reportWait } from "../report-wait";

const CONNECT_MS = 10_000;
const STATEMENT_MS = 120_000;

type SqlValue = string | number | boolean | null | readonly (string | null)[];

/** A connection to PostgreSQL. Its statements run one after the other. */
export class Database {
  /** Host and database, without user and password. */
  readonly place: string;
  readonly #client: Client;

  private constructor(client: Client, place: string) {
    this.#client = client;
    this.place = place;
  }

  /** Throws an `ExportError` if connecting to `address`, `postgres://user@host/database`, fails. */
  static async connect(address: string, onWaiting?: OnWaiting): Promise<Database> {
    const place = placeOf(address);
    const pg = await import("pg").catch(notInstalled("pg", "write to PostgreSQL"));
    const { Client } = pg.default ?? pg;
    try {
      const client = new Client({
        connectionString: address,
        application_name: `${NAME} export`,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: STATEMENT_MS,
        keepAlive: true,
      });
      // An `error` event without a listener would end the process. The next statement rejects with the error.
      client.on("error", () => {});
      await reportWait(client.connect(), `PostgreSQL at ${place}`, CONNECT_MS, onWaiting);
      return new Database(client, place);
    } catch (error) {
      throw databaseError(error, place);
    }
  }

  /** Throws an `ExportError` that contains no value. */
  async run<R extends object = object>(text: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    try {
      const { rows } = await this.#client.query<R & { [column: string]: unknown }>(text, [...values]);
      return rows;
    } catch (error) {
      throw databaseError(error, this.place);
    }
  }

  /** Never rejects. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}

function placeOf(address: string): string {
  try {
    const { protocol, hostname, port, pathname } = new URL(address);
    if (!/^postgres(?:ql)?:$/.test(protocol)) throw new TypeError(protocol);
    return `${hostname === "" ? "localhost" : hostname}${port === "" ? "" : `:${port}`}${pathname}`;
  } catch (cause) {
    throw new ExportError(
      "OPTION",
      "The address of the database is not one of PostgreSQL. Write postgres://user@host/database.",
      { cause },
    );
  }
}

/** EPIPE has the form of the system's error codes and of a SQLSTATE. */
const NETWORK = /^E[A-Z]+$/;

/** The error has a SQLSTATE (PostgreSQL, appendix A). */
function databaseError(error: unknown, place: string): unknown {
  if (isExportError(error)) return error;
  const state = errorCode(error) ?? "";
  const said = (code: "CONNECTION" | "STORAGE" | "TABLE", what: string, subject = `PostgreSQL at ${place}`) =>
    new ExportError(code, `${subject} ${what}`, { cause: error });
  const resumable = (code: "CONNECTION" | "STORAGE", what: string, remedy: string) =>
    new ExportError(code, (words) => `${what} ${remedy}, then ${words.again()}.`, { cause: error });
  const { syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === "open" && path !== undefined) {
    const what = `The address of PostgreSQL at ${place} names ${path}, which cannot be read (${state}).`;
    return resumable("CONNECTION", what, "Check the path");
  }
  if (state === "3D000")
    return said(
      "CONNECTION",
      `has no database of that name (${state}). Check the database at the end of the address, or create it.`,
    );
  if (/^28/.test(state))
    return said("CONNECTION", `does not accept the user or the password (${state}). Check the address and PGPASSWORD.`);
  if (state === "3F000") return said("TABLE", "has no schema of that name. Create it, or choose another table.");
  if (state === "53100")
    return resumable("STORAGE", `PostgreSQL at ${place} has no room left on its disk.`, "Free some");
  if (state === "42501")
    return resumable(
      "STORAGE",
      `PostgreSQL at ${place} does not permit the user to create or change the tables (${state}).`,
      "Grant it, or have the tables made by a user who may",
    );
  if (state === "42P10") {
    const what = "has another primary key than export, input and item. Choose another table, or drop it.";
    return said("TABLE", what, `The table at ${place}`);
  }
  const isSqlState = /^[0-9A-Z]{5}$/.test(state) && !NETWORK.test(state);
  if (isSqlState && !/^(?:08|57P|53300)/.test(state))
    return resumable(
      "STORAGE",
      `PostgreSQL at ${place} refused a statement with SQLSTATE ${state}.`,
      "See the server's log, remove the cause",
    );
  const why = state === "" ? "" : ` (${state})`;
  const remedy = /SSL|TLS|CERT|SIGNATURE/i.test(`${state} ${error instanceof Error ? error.message : ""}`)
    ? "Check its certificate and sslmode in the address"
    : "Check that it is running and the address";
  return resumable("CONNECTION", `There is no connection to PostgreSQL at ${place}${why}.`, remedy);
}
