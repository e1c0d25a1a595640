/** The two modules of undici that are loaded: the rest of the package would cost half of the time of a cold start. */
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export = Client;
}
declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export = buildConnector;
}
