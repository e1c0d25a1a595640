/** One call whose result is printed, with notes of what it waits for. */
import type { AttemptInterceptor, CallOptions, ResponseNote, ServiceClient } from "soapwright-runtime";
import { contentOf } from "soapwright-runtime/codecs";
import { isServiceError } from "soapwright-runtime/errors";
import { partsOf } from "soapwright-runtime/http";
import type { OperationNode } from "soapwright-runtime/tables";
import { safeLine } from "soapwright-runtime/xsd";
import type { CauseWords } from "../end/complaint";
import { columnsOfType } from "../formats/columns-of-type";
import { type Format, type FormatFlags, formatOf } from "../formats/format";
import type { Terminal } from "../terminal/terminal";
import { limitText, WaitNote } from "../terminal/wait-note";
import { resultType } from "./places";
import { printItems, printValue } from "./printing";

/** What a method returns; a test double may be a promise alone. */
interface Noted {
  withResponse?(): Promise<{ readonly notes?: readonly ResponseNote[] | undefined }>;
}

type Method<R> = (args: unknown, options: CallOptions) => R;

/** Returns the note of a command's waits, as JSON lines where the result is JSON. */
export function noteFor(flags: FormatFlags, terminal: Terminal): WaitNote {
  const format = formatOf(flags);
  return new WaitNote(terminal, format === "json" || format === "ndjson");
}

/** Each attempt and each pause before the next begins a wait. `clientOf` returns the client of the attempts. */
export function notedAttempts(clientOf: () => ServiceClient, note: WaitNote, causeOf: CauseWords): AttemptInterceptor {
  return (next) => async (attempt) => {
    const client = clientOf();
    const { retries, timeoutMs } = partsOf(client).settings;
    const which = (number: number) => `attempt ${number} of ${Math.max(number, retries + 1)}`;
    note.begin(
      () =>
        `Waiting for ${wayOf(client)}: ${which(attempt.attempt)}, time limit ${limitText(timeoutMs)}. Ctrl-C stops the command.`,
    );
    try {
      return await next(attempt);
    } catch (error) {
      // After the last attempt, the command ends.
      if (isServiceError(error))
        note.begin(() => `Waiting before ${which(attempt.attempt + 1)} of ${wayOf(client)}: ${causeOf(error)}`);
      throw error;
    }
  };
}

export function wayOf(client: ServiceClient): string {
  const { address, proxy } = partsOf(client).settings;
  return `${address.display}${proxy === undefined ? "" : ` through the proxy ${proxy.display}`}`;
}

interface Printing {
  readonly flags: FormatFlags;
  readonly terminal: Terminal;
  readonly note: WaitNote;
  /** Returns the notes of a stream that has ended: its iterator has none. */
  readonly notes?: () => readonly ResponseNote[] | undefined;
}

/** Makes a call and prints its result. A list is printed item by item, on arrival. */
export async function printCall(
  client: ServiceClient,
  operation: OperationNode,
  args: unknown,
  options: CallOptions,
  { flags, terminal, note, notes }: Printing,
): Promise<void> {
  const format = formatOf(flags);
  const type = resultType(operation);
  const columns = type && columnsOfType(type);
  const stream = streamOf(client, operation);
  if (stream !== undefined) {
    const what = () => `Waiting for the rest of the response of ${wayOf(client)}. Ctrl-C stops the command.`;
    await printItems(terminal, format, notedItems(note, stream.call(client, args, options), what), { columns, type });
    printDepartures(notes?.(), format, terminal);
    return;
  }
  const method = Reflect.get(client, operation.method) as Method<Promise<unknown> & Noted>;
  const call = method.call(client, args, options);
  const result = await call;
  if (Array.isArray(result)) await printItems(terminal, format, result, { columns, type });
  else {
    const whole = operation.output && contentOf(operation.output).type;
    await printValue(terminal, format, result, { columns, type: whole });
  }
  printDepartures((await call.withResponse?.())?.notes, format, terminal);
}

/** Says on stderr where the response departs from its contract, and what was read there. */
function printDepartures(notes: readonly ResponseNote[] = [], format: Format, terminal: Terminal): void {
  for (const { path, came, read, count } of notes) {
    const times = count > 1 ? `, ${count} times` : "";
    const line =
      format === "json" || format === "ndjson"
        ? JSON.stringify({ note: { path, came, read, count } })
        : `The response departs from its contract at ${path}${times}: ${JSON.stringify(came)} was read as ${read}.`;
    terminal.err(safeLine`${line}\n`);
  }
}

function streamOf(client: ServiceClient, { method }: OperationNode): Method<AsyncIterable<unknown>> | undefined {
  const name = `${method}Stream`;
  const isOther = partsOf(client).service.operations.some((each) => each.method === name);
  const stream: unknown = isOther ? undefined : Reflect.get(client, name);
  return typeof stream === "function" ? (stream as Method<AsyncIterable<unknown>>) : undefined;
}

/** The wait for each item is noted separately. */
async function* notedItems(note: WaitNote, items: AsyncIterable<unknown>, what: () => string): AsyncGenerator<unknown> {
  for await (const item of items) {
    note.end();
    yield item;
    note.begin(what);
  }
  note.end();
}
