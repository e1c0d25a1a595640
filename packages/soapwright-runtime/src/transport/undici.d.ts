/** The module of undici that is loaded: the rest of the package would cost half of the time of a cold start. */
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export = Client;
}
