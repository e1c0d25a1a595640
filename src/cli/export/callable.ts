/** The operation of an export, and a client for it. */

import { type AttemptInterceptor, adaptive } from "soapwright-runtime";
import { limitText, partsOf } from "soapwright-runtime/internal";
import { createService, type Environment } from "../../service/employee-service";
import { type CallableOperation, operations, operationsCalled, shortNames, wordFor } from "../cli-operations";
import { type ClientFlags, clientSettings } from "../client-flags";
import { wayOf } from "../noted-calls";
import { isSameName } from "../parse-arguments";
import { usageEnd } from "./export-end";

/** The client's options of an export or a worker. */
export interface CallableFlags extends ClientFlags {
  readonly concurrency: number;
  readonly rate?: number;
}

/** Shortest deadline of a call, because it includes waits such as the one for `--rate`, in milliseconds. */
const LEAST_DEADLINE_MS = 60_000;

/** The operation of that name: a short name, the WSDL's or the method's, or either in lower case with dashes. */
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

/** A client that sends each request once, because the export itself retries. */
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
    admission: [adaptive()],
    ...(flags.rate === undefined ? {} : { requestsPerSecond: flags.rate }),
    ...(interceptor === undefined ? {} : { attemptInterceptors: [interceptor] }),
  });
  const method = Reflect.get(client, operation.method) as (args: unknown) => Promise<unknown>;
  return {
    call: (args: unknown) => method.call(client, args),
    /** Address and time limit of the calls, for messages. */
    way: `${wayOf(client)}, time limit ${limitText(partsOf(client).settings.timeoutMs)}`,
    /** Aborts all calls at once, because a signal for each would cost a fifth of a call. */
    close: () => client.close({ force: true }),
  };
}
