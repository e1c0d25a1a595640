import type { Command } from "commander";
import { positive, withDocumentOptions } from "../shared-options";
import { standardStreams } from "../streams";
import type { VerifyOptions } from "./verify";

/** Adds `verify` to the generator's command line. */
export function addVerify(program: Command): void {
  const command = program
    .command("verify <wsdl>")
    .description("prove by random instances and libxml2 that what is generated says what the schema says")
    .option("--instances <n>", "random instances of each payload (default 20)", positive)
    .option("--seed <n>", "another seed makes other instances", "1")
    .option("--dump <folder>", "write payloads and schemas, for any other validator")
    .option("--runtime <specifier>", "the module that generated code imports (default: the one of this package)");
  withDocumentOptions(command).action(async (wsdl: string, options: VerifyOptions) => {
    const { verify } = require("./verify") as typeof import("./verify");
    process.exitCode = await verify(wsdl, options, standardStreams);
  });
}
