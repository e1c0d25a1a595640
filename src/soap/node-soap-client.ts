/**
 * node-soap's client without its HTTP half and the package `debug`, for as long as nobody asks for them: the first loads axios, a
 * third of a cold start, and HTTP is our affair; the second is asked when a response that node-soap itself has read is no
 * envelope. An ES build has `node-soap-client.es.ts` in its place.
 */
import { loadWithout } from "../transport/load-without";

type SoapClientModule = typeof import("soap/lib/client");
type Debug = (namespace: string) => (...words: unknown[]) => void;

export const { Client } = loadWithout(
  () => require("soap/lib/client") as SoapClientModule,
  () => require.resolve("soap/lib/client"),
  {
    "./http": (load) => ({
      get HttpClient(): unknown {
        return (load() as typeof import("soap/lib/http")).HttpClient;
      },
    }),
    debug:
      (load): Debug =>
      (namespace) =>
      (...words) =>
        (load() as Debug)(namespace)(...words),
  },
);
