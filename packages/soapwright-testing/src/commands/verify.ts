import type { LoadOptions, ModelOptions } from "soapwright-contract";
import { loadOptions, type Streams } from "soapwright-contract/flags";
import { type VerifyOptions, verify as verifyContract } from "soapwright-verify";
import { verifiedContract } from "../../../soapwright/src/commands/verify/verified-contracts";

interface Options extends VerifyOptions {
  readonly load?: LoadOptions;
  readonly naming?: ModelOptions;
  readonly edit?: (schemas: string) => string;
}

/** Verifies a WSDL with the tables that the generator makes of it. Resolves to the exit code. */
export function verify(wsdl: string, { load, naming, edit, ...options }: Options, streams: Streams): Promise<number> {
  const given = {
    load: load ?? loadOptions(options),
    ...(naming && { naming }),
    ...(edit && { edit }),
    ...(options.runtime !== undefined && { runtime: options.runtime }),
  };
  return verifyContract(() => verifiedContract(wsdl, given), options, streams);
}
