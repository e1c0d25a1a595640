/** One call without generated code: its arguments, the client, and the result. */

import type { LoadedServices } from "soapwright-contract";
import { openedClient } from "soapwright-contract/open";
import type { ServiceClient } from "soapwright-runtime";
import { printable } from "soapwright-runtime/xsd";
import { missingPlaces } from "../../call-arguments";
import {
  type ArgumentPlaces,
  argumentPlaces,
  argumentsOf,
  type DocumentedOperation,
  type GivenOption,
  jsonFrom,
  LONGEST_TIMER_MS,
  notedAttempts,
  noteFor,
  optionNames,
  printCall,
  refuseMissing,
  type Terminal,
  UsageError,
} from "../../index";
import type { Ask } from "./ask";
import { clientOptionsOf, filled, headerValues, passwordOf } from "./call-client";
import type { CallFlags } from "./call-flags";
import { words } from "./call-line";
import { causes } from "./ended-by";
import type { NamedOperation } from "./named-operation";

interface Called extends NamedOperation {
  readonly wsdl: string;
  readonly name: string;
  readonly loaded: LoadedServices;
  readonly documented: DocumentedOperation;
  readonly options: readonly GivenOption[];
  readonly flags: CallFlags;
  readonly others: readonly string[];
}

/** Makes the call and prints its result. Throws what the command's caller prints. */
export async function callOperation(called: Called, terminal: Terminal, ask: Ask | undefined): Promise<void> {
  const { operation, flags, loaded } = called;
  if (flags.json === "-" && flags.soapHeaders === "-")
    throw new UsageError("--json and --soap-headers cannot both read standard input.");
  const json = flags.json === undefined ? undefined : await jsonFrom("--json", flags.json, terminal);
  const headers =
    flags.soapHeaders === undefined ? undefined : await jsonFrom("--soap-headers", flags.soapHeaders, terminal);
  const target = argumentPlaces(operation);
  const read = (more: readonly GivenOption[]): unknown =>
    argumentsOf(target, [...called.options, ...more], json, words.names);
  let args = read([]);
  const asked = ask === undefined ? [] : await askMissing(target, args, called.documented, ask);
  if (asked.length > 0) {
    terminal.err(`The command that makes this call:\n  ${repeated(called, asked)}\n`);
    args = read(asked);
  }
  refuseMissing(target, args, words.names);
  const shown = flags.format === undefined ? {} : { format: flags.format };
  const password = passwordOf(flags, terminal.environment);
  const note = noteFor(shown, terminal);
  const client: ServiceClient = await openedClient(loaded, called, {
    ...(await clientOptionsOf(called.service, flags, password, terminal.environment)),
    ...(headers === undefined ? {} : { headers: headerValues(operation, filled(headers, terminal)) }),
    limits: { streamIdleMs: LONGEST_TIMER_MS },
    ...(flags.xml && { expose: { envelopes: true } }),
    attemptInterceptors: [notedAttempts(() => client, note, causes())],
  });
  const options = terminal.signal === undefined ? {} : { signal: terminal.signal };
  try {
    if (flags.verbose) show(client, terminal);
    if (flags.xml) await printXml(client, operation.method, args, options, terminal);
    else await printCall(client, operation, args, options, { flags: shown, terminal, note });
  } finally {
    await client.close({ force: true });
    note.end();
  }
}

/** Required arguments that are missing, as options with the answers. */
async function askMissing(
  target: ArgumentPlaces,
  args: unknown,
  documented: DocumentedOperation,
  ask: Ask,
): Promise<GivenOption[]> {
  const names = optionNames(target.places, words.names);
  const asked: GivenOption[] = [];
  for (const place of missingPlaces(target, args)) {
    const name = names.get(place);
    if (name !== undefined) asked.push({ name, text: await ask(place, documented.textOf(place)) });
  }
  return asked;
}

/** The command line with answers, for a POSIX shell. It has no credential, as the command line cannot have one. */
function repeated({ wsdl, name, others }: Called, asked: readonly GivenOption[]): string {
  const more = asked.flatMap(({ name: option, text = "" }) => [`--${option}`, text]);
  return ["npx soapwright call", wsdl, name, ...others, ...more]
    .map((word, at) => (at === 0 ? word : shellWord(word)))
    .join(" ");
}

export function shellWord(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Texts of the exchange are masked by the client. */
function show(client: ServiceClient, { err }: Terminal): void {
  client.soap.on("request", (envelope) => err(`> ${printable(envelope)}\n`));
  client.soap.on("response", (body, response) => {
    const lines = Object.entries(response?.headers ?? {}).map(([name, value]) => `< ${name}: ${value}`);
    if (response !== null) err(`${[`< HTTP ${response.status}`, ...lines.map(printable)].join("\n")}\n`);
    if (body !== null) err(`< ${printable(body)}\n`);
  });
}

/** As it was received for a file or a pipe. A terminal would obey control characters of the service. */
async function printXml(client: ServiceClient, method: string, args: unknown, options: object, terminal: Terminal) {
  let text: string | null = null;
  client.soap.on("response", (body) => {
    text = body;
  });
  const run = Reflect.get(client, method) as (args: unknown, options: object) => Promise<unknown>;
  try {
    await run.call(client, args, options);
  } finally {
    if (text !== null) {
      const received = (text as string).trimEnd();
      await terminal.out(`${terminal.screen === undefined ? received : printable(received)}\n`);
    }
  }
}
