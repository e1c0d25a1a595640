/** undici's client alone, by the path of its module: the rest of the package would take half of a cold start. */
import UndiciClient from "undici/lib/dispatcher/client.js";

export { UndiciClient };
