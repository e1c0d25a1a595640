/** The command `verify`, which gets the generator of the binary as an argument: this package knows none. */
import type { Command } from "commander";
import {
  type Flag,
  int64Flag,
  positive,
  withDocumentOptions,
  withFlags,
  withProblemsAsJson,
} from "soapwright-contract/flags";
import type { GeneratedContract, VerifyOptions } from "soapwright-verify";
import type { DocumentCommand } from "./document-command";
import { documentCodes } from "./document-commands";

/** What the command needs of a generator. */
export interface ProvenGenerator {
  /** Options of names and modules, as the generator's own commands have them. */
  readonly flags: readonly Flag[];
  /** Returns a function for each WSDL to verify, which generates its tables; undefined if the configuration has errors. */
  contracts(
    command: Command,
    wsdl: string | undefined,
    flags: VerifyFlags,
  ): Promise<readonly (() => Promise<GeneratedContract>)[] | undefined>;
}

type VerifyFlags = VerifyOptions & { readonly config?: string; readonly int64?: "bigint" | "string" | "number" };

export function verifyBy(generator: ProvenGenerator): DocumentCommand<VerifyFlags> {
  return {
    words: "verify [wsdl]",
    description:
      "prove with random instances and libxml2 that the generated tables match the schema; without a WSDL, for each in the configuration",
    notes: {
      examples: ["verify orders.wsdl", "verify orders.wsdl --instances 100 --seconds 60"],
      exitCodes: { ...documentCodes, 1: "a problem in a document, or an instance that encoding and decoding changed" },
    },
    options(command) {
      command
        .option("--config <file>", "configuration (default: the one of the nearest folder upwards)")
        .option("--instances <n>", "random instances of each payload (default 20)", positive)
        .option("--seed <n>", "another seed makes other instances", "1")
        .option(
          "--seconds <n>",
          "processor time for instances; reports those that it leaves out (default 10, and 1 for each 20 payloads)",
          positive,
        )
        .option("--dump <folder>", "write payloads and schemas, for any other validator");
      return withProblemsAsJson(withDocumentOptions(withFlags(command, [...generator.flags, int64Flag])));
    },
    async run([wsdl], flags, streams, command) {
      const contracts = await generator.contracts(command, wsdl, flags);
      const { verify } = await import("soapwright-verify");
      let worst = contracts === undefined ? 1 : 0;
      for (const generate of contracts ?? []) worst = Math.max(worst, await verify(generate, flags, streams));
      return worst;
    },
  };
}
