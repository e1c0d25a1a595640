/** node-soap's client without its HTTP half, to which axios belongs, and without the colours of the package `debug`. */
import { createRequire } from "node:module";
import { loadWithout, type StandIns } from "../transport/load-without";

export const { Client } = loadWithout(notNeeded, () => require("soap/lib/client") as typeof import("soap/lib/client"));

function notNeeded(): StandIns {
  const asNodeSoap = createRequire(require.resolve("soap/lib/client"));
  return {
    [asNodeSoap.resolve("./http")]: {
      get HttpClient(): unknown {
        return (require("soap/lib/http") as typeof import("soap/lib/http")).HttpClient;
      },
    },
    [asNodeSoap.resolve("debug")]:
      (namespace: string) =>
      (...words: unknown[]): void =>
        asNodeSoap("debug")(namespace)(...words),
  };
}
