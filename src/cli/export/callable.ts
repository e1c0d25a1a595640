/** The operation that an export is of, and a client for it. */

import type { AttemptInterceptor } from "soapwright-runtime";
import { limitText, partsOf } from "soapwright-runtime/internal";
import { createService, type Environment } from "../../service/employee-service";
import { type CallableOperation, operations, operationsCalled, shortNames, wordFor } from "../cli-operations";
import { type ClientFlags, clientSettings } from "../client-flags";
import { wayOf } from "../noted-calls";
import { isSameName } from "../parse-arguments";
import { usageEnd } from "./export-end";

/** What the command line says about a client. */
export interface CallableFlags extends ClientFlags {
  readonly concurrency: number;
  readonly rate?: number;
}

/** The shortest time for a call with all that it waits for: for its turn under `--rate`, for example. */
const LEAST_DEADLINE_MS = 60_000;

/** The operation that is meant: a short name, the name of the WSDL or of the method, or either in small letters and dashes. */
export function chosen(word: string, wanted: string | undefined): CallableOperation {
  const short = Object.hasOwn(shortNames, word) ? shortNames[word] : undefined;
  const exact = operationsCalled(short ?? word);
  const found = exact.length > 0 ? exact : operations.filter(({ operation }) => isSameName(operation.method, word));
  const fitting = found.filter(({ version }) => wanted === undefined || version.name === wanted);
  const [only, second] = fitting;
  if (only !== undefined && (second === undefined || short !== undefined)) return only;
  const names = [...new Set(operations.map(wordFor))].join(", ");
  if (only === undefined)
    throw usageEnd(`There is no operation '${word}'${wanted === undefined ? "" : ` in ${wanted}`}. There is ${names}.`);
  const versionsOf = fitting.map(({ version }) => version.name).join(", ");
  throw usageEnd(`Several operations are called '${word}', in ${versionsOf}. Choose one with --interface.`);
}

/** A client that makes each request once: the export repeats what is to be repeated. */
export function clientOf(
  { version, Client, operation }: CallableOperation,
  flags: CallableFlags,
  environment: Environment,
  interceptor?: AttemptInterceptor,
) {
  const client = createService(version, Client, {
    ...clientSettings(version, flags, environment),
    deadlineMs: Math.max(flags.timeout ?? 0, LEAST_DEADLINE_MS),
    retries: 0,
    connections: flags.concurrency,
    ...(flags.rate === undefined ? {} : { requestsPerSecond: flags.rate }),
    ...(interceptor === undefined ? {} : { attemptInterceptors: [interceptor] }),
  });
  const method = Reflect.get(client, operation.method) as (args: unknown) => Promise<unknown>;
  return {
    call: (args: unknown) => method.call(client, args),
    /** Where the calls go, and the time limit of each. */
    way: `${wayOf(client)}, time limit ${limitText(partsOf(client).settings.timeoutMs)}`,
    /** Ends the calls under way: at once for all, because a signal for each would cost a fifth of a call. */
    close: () => client.close({ force: true }),
  };
}
