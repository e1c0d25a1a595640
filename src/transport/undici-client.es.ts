/** undici's client in an ES build, whose imports are static: what it does not need, a bundler cannot leave out. */
import UndiciClient from "undici/lib/dispatcher/client.js";

export { UndiciClient };
