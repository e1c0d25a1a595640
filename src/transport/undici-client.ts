/**
 * undici's client alone, by the path of its module: the rest of the package would take half of a cold start. HTTP/2 comes when
 * it is asked for, which a client of HTTP/1.1 never does: Node's part of it loads its TLS too. An ES build has
 * `undici-client.es.ts` in its place.
 */
import { loadWithout } from "./load-without";

type ClientModule = typeof import("undici/lib/dispatcher/client.js");
type ConnectH2 = (...given: unknown[]) => unknown;

export const UndiciClient = loadWithout(
  () => require("undici/lib/dispatcher/client.js") as ClientModule,
  () => require.resolve("undici/lib/dispatcher/client.js"),
  {
    "./client-h2.js":
      (load): ConnectH2 =>
      (...given) =>
        (load() as ConnectH2)(...given),
  },
);

/** What connects to one origin, and carries requests. */
export type UndiciClient = InstanceType<ClientModule>;
