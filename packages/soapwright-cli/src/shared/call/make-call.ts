/** One call that a command makes: its client, the result, and what is printed beside it. */
import type { CallResponse, Interceptor, ServiceClient } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/tables";
import { printable } from "soapwright-runtime/xsd";
import { notedAttempts, noteFor, printCall } from "../../call-result";
import { causeWords, type Voice } from "../../complaint";
import { LONGEST_TIMER_MS } from "../../durations";
import type { FormatFlags } from "../../formats/format";
import type { Terminal } from "../../terminal";

/** What is printed of a call. */
export interface PrintFlags {
  readonly format?: FormatFlags["format"] | undefined;
  readonly json?: true;
  readonly verbose?: true | undefined;
  readonly xml?: true | undefined;
}

/** Makes a call with a client of its own, and prints the result: a list item by item, on arrival. Rejects with the call's error. */
export async function callAndPrint(
  open: (more: object) => Promise<ServiceClient>,
  operation: OperationNode,
  args: unknown,
  { format, json, verbose, xml }: PrintFlags,
  terminal: Terminal,
  voice: Voice,
): Promise<void> {
  const flags = { ...(format && { format }), ...(json && { json }) };
  const note = noteFor(flags, terminal);
  let response: CallResponse<unknown> | undefined;
  const keep: Interceptor = (next) => async (call) => {
    response = await next(call);
    return response;
  };
  const client: ServiceClient = await open({
    // A reader at the other end of a pipe may be arbitrarily slow.
    limits: { streamIdleMs: LONGEST_TIMER_MS },
    ...(xml && { expose: { envelopes: true } }),
    attemptInterceptors: [notedAttempts(() => client, note, causeWords(voice))],
    interceptors: [keep],
  });
  const options = terminal.signal === undefined ? {} : { signal: terminal.signal };
  try {
    if (verbose) show(client, terminal);
    if (xml) await printXml(client, operation.method, args, options, terminal);
    else await printCall(client, operation, args, options, { flags, terminal, note, notes: () => response?.notes });
  } finally {
    await client.close({ force: true });
    // An attempt that the close ends has begun a note again.
    note.end();
  }
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
