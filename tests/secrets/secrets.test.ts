/** No failure of any class shows a credential or personal data, in any output. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { inspect } from "node:util";
import { isServiceError } from "soapwright-runtime";
import type { ShelfClient } from "soapwright-testing/client/shelf";
import { sampleOf } from "soapwright-testing/stage/slow";
import { RawServer } from "soapwright-testing/transport/raw-server";
import { Listening, OF_CLIENTS, OF_ERRORS, print } from "./emitters";
import { FAILURES, type Failure, openPlanted, right, type Stage } from "./failures";
import { plantsIn } from "./plants";

let listening: Listening;
beforeAll(() => {
  listening = new Listening();
});
afterAll(() => listening.stop());

/** The shown texts by emitter. */
type Shown = Map<string, string>;

async function stand({ fail, serve = right, options }: Failure): Promise<{ error: unknown; shown: Shown }> {
  const server = await RawServer.start(serve);
  const clients: ShelfClient[] = [];
  const shown: Shown = new Map();
  const stage: Stage = {
    url: server.url,
    open: (more) => {
      const client = openPlanted(server.url, { logger: listening.logger, ...options, ...more });
      clients.push(client);
      listening.listenTo(client);
      return client;
    },
  };
  let error: unknown;
  try {
    const call = fail === undefined ? stage.open().getBooks({ ShelfId: 1 }) : fail(stage);
    shown.set("inspect of a call that runs", print(call));
    if (call instanceof Promise) call.catch(() => shown.set("inspect of a call that failed", print(call)));
    await call;
  } catch (thrown) {
    error = thrown;
  }
  for (const client of clients) {
    for (const [emitter, show] of Object.entries(OF_CLIENTS)) shown.set(emitter, show(client));
    await client.close({ force: true });
  }
  await server.stop();
  for (const [emitter, text] of await listening.take()) shown.set(emitter, text);
  if (error instanceof Error) for (const [emitter, show] of Object.entries(OF_ERRORS)) shown.set(emitter, show(error));
  return { error, shown };
}

test.each(FAILURES.map((failure) => [failure.code, failure.name, failure] as const))(
  "%s, %s: nothing planted comes out",
  async (code, _name, failure) => {
    const { error, shown } = await stand(failure);
    if (!isServiceError(error)) throw new Error(`no error of ours: ${inspect(error)}`);
    if (error.operation !== undefined) expect(shown.get("lines of the log")).toContain(error.operation);
    expect(`${error.code} ${error.message}`).toMatch(new RegExp(`^${code} `));
    const leaks = [...shown].flatMap(([emitter, text]) => plantsIn(text).map((plant) => `${plant} in ${emitter}`));
    expect(leaks).toEqual([]);
  },
);

test("there is a failure of every class", () => {
  expect([...new Set(FAILURES.map(({ code }) => code))].sort()).toEqual(
    ["ABORTED", "ARGUMENT", "CONFIGURATION", "CONNECTION", "FAULT", "HTTP", "RESPONSE", "TIMEOUT"].sort(),
  );
});

/** Returns what a process prints that dies of an uncaught failure, with `NODE_DEBUG` and `DEBUG` for everything. */
function lastWords(name: string): Promise<string> {
  const register = join(__dirname, "../../packages/soapwright-testing/src/register.cjs");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["-C", "soapwright-source", "-r", register, join(__dirname, "print-process.ts"), name],
      { env: { ...process.env, NODE_OPTIONS: "", NODE_DEBUG: "*", DEBUG: "*" }, timeout: 20_000, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

test.each(
  sampleOf(
    [
      ["FAULT", "a fault that repeats the credentials"],
      ["CONFIGURATION", "a credential that XML cannot carry"],
      ["ARGUMENT", "a text for a number"],
      ["CONNECTION", "a head that is not HTTP"],
      ["TIMEOUT", "a deadline"],
      ["ABORTED", "a signal"],
      ["HTTP", "a page that repeats the credentials"],
      ["RESPONSE", "another element"],
    ] as const,
    8,
  ),
)("%s: the print of an unhandled rejection and of every debug log shows nothing planted", async (code, name) => {
  const printed = await lastWords(name);
  expect(printed).toContain(`code: '${code}'`);
  const lines = printed.split("\n");
  expect(lines.filter((line) => plantsIn(line).length > 0)).toEqual([]);
});
