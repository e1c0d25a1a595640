/** One call that a command makes: its client, the result, and what is printed beside it. */
import type { CallResponse, Interceptor, ServiceClient } from "soapwright-runtime";
import { maskEnvelope, maskHeaders } from "soapwright-runtime/extend";
import type { OperationNode } from "soapwright-runtime/tables";
import { printable, printableLines, safeLine } from "soapwright-runtime/xsd";
import { LONGEST_TIMER_MS } from "../commands/durations";
import { causeWords, type Voice } from "../end/complaint";
import type { FormatFlags } from "../formats/format";
import type { Terminal } from "../terminal/terminal";
import { notedAttempts, noteFor, printCall } from "./call-result";
import { type ExchangeView, watchedExchange } from "./watched-exchange";

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
  const received = xml ? new ReceivedXml() : undefined;
  const view = received ?? (verbose ? maskedView(terminal) : undefined);
  const client: ServiceClient = await open({
    // A reader at the other end of a pipe may be arbitrarily slow.
    limits: { streamIdleMs: LONGEST_TIMER_MS },
    ...(view && { features: [watchedExchange(view)] }),
    attemptInterceptors: [notedAttempts(() => client, note, causeWords(voice))],
    interceptors: [keep],
  });
  const options = terminal.signal === undefined ? {} : { signal: terminal.signal };
  try {
    const run = Reflect.get(client, operation.method) as (args: unknown, options: object) => Promise<unknown>;
    if (received !== undefined) await printXml(() => run.call(client, args, options), received, terminal);
    else await printCall(client, operation, args, options, { flags, terminal, note, notes: () => response?.notes });
  } finally {
    await client.close({ force: true });
    // An attempt that the close ends has begun a note again.
    note.end();
  }
}

/** Shows each exchange with its texts masked. */
function maskedView({ err }: Terminal): ExchangeView {
  return {
    sent: (envelope) => err(safeLine`> ${maskEnvelope(envelope)}\n`),
    received: ({ status, headers }, envelope) => {
      const lines = Object.entries(maskHeaders(headers)).map(([name, value]) => `< ${name}: ${value}`);
      err(printableLines(`${[`< HTTP ${status}`, ...lines.map(printable)].join("\n")}\n`));
      if (envelope !== undefined) err(safeLine`< ${maskEnvelope(envelope)}\n`);
    },
  };
}

/** The last envelope that was received. */
class ReceivedXml implements ExchangeView {
  text: string | undefined;

  sent(): void {}

  received(_head: object, envelope: string | undefined): void {
    this.text = envelope;
  }
}

/** As it was received for a file or a pipe. A terminal would obey control characters of the service. */
async function printXml(call: () => Promise<unknown>, xml: ReceivedXml, terminal: Terminal): Promise<void> {
  try {
    await call();
  } finally {
    if (xml.text !== undefined) {
      const received = xml.text.trimEnd();
      await terminal.out(`${terminal.screen === undefined ? received : printable(received)}\n`);
    }
  }
}
