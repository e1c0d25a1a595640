/** undici's client without its HTTP/2, which loads Node's: we never offer it to a server. */
import { loadWithout } from "./load-without";

export const UndiciClient = loadWithout(
  () => ({
    [require.resolve("undici/lib/dispatcher/client-h2.js")]: (...args: unknown[]) =>
      Reflect.apply(require("undici/lib/dispatcher/client-h2.js"), undefined, args),
  }),
  () => require("undici/lib/dispatcher/client.js") as typeof import("undici/lib/dispatcher/client.js"),
);
