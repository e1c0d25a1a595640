/** Servers and clients of a test. They are closed at its end, whatever its outcome. */
import { type Headers, ShelfClient } from "../client/shelf";
import { type RawHandler, RawServer } from "../transport/raw-server";

const stops: (() => Promise<unknown>)[] = [];

/** Registers the hook that closes servers and clients. Call it once in each test file that uses this module. */
export function endAfterEach(): void {
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
}

/** Registers `stop` to run after the test, in reverse order of registration. */
export function atEnd(stop: () => Promise<unknown>): void {
  stops.push(stop);
}

/** Starts a server that is stopped after the test. */
export async function serve(handler: RawHandler): Promise<RawServer> {
  const server = await RawServer.start(handler);
  atEnd(() => server.stop());
  return server;
}

/**
 * Creates a client that is closed by force after the test. `options` has an open type, because tests pass wrong
 * options.
 */
export function open(options: object): ShelfClient {
  const client = new ShelfClient(options as ConstructorParameters<typeof ShelfClient>[0]);
  atEnd(() => client.close({ force: true }));
  return client;
}

/** Returns options of a call. The argument has an open type, because tests pass wrong options. */
export function callOptions(options: object): Parameters<ShelfClient["getBooks"]>[1] {
  return options as { readonly headers?: Headers };
}

/** Returns the error that a call rejects with. Fails if it resolves. */
export async function rejection(call: PromiseLike<unknown>): Promise<Error> {
  let result: unknown;
  try {
    result = await call;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`rejected with ${String(error)}, which is no Error`);
  }
  throw new Error(`fulfilled with ${JSON.stringify(result)}, where a rejection was due`);
}
