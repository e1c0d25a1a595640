import {
  type CallSignal,
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkSignal,
  checkWithin,
  wrongOption,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import type { ExportInput, Journal, Sink } from "./contracts";
import { textOfInput } from "./inputs/numbered-inputs";
import type { ExportProgress } from "./progress";

/** The context of one call of an export. */
export interface ExportCallContext {
  /** Aborts the call when its result can no longer be stored. Pass it to the client. */
  readonly signal: CallSignal;
}

/** The inputs of an export, the call for each of them, and where the results go. */
export interface ExportOptions<I> {
  /** The inputs, in the same order in each run. They are iterated once, only as fast as calls are made. */
  readonly inputs: Iterable<I> | AsyncIterable<I>;
  /** Makes the call for one input. The export retries where that helps, so set `retries: 0` on the client. */
  readonly call: (input: I, context: ExportCallContext) => PromiseLike<unknown>;
  /** Returns the key and the columns. Default: strings and numbers as they are, other values as JSON. */
  readonly describe?: (input: I) => ExportInput;
  /** The destination of the rows. */
  readonly sink: Sink;
  /** The record of ended inputs. Omit it if the sink has its own journal. */
  readonly journal?: Journal;
  /** Named values that distinguish this export from others with the same journal: the operation, fixed arguments. */
  readonly identity?: Readonly<{ [name: string]: string }>;
  /** The files that the inputs are read from. An export that would write to one of them is refused. */
  readonly inputFiles?: readonly string[];
  /** The number of inputs, for the progress. */
  readonly total?: number;
  /** The largest number of calls at a time. Default 8. */
  readonly concurrency?: number;
  /**
   * The number of refusals without a success in between that ends the export, because wrong credentials lock accounts.
   * Default 3.
   */
  readonly refusals?: number;
  /** The longest outage of the service before the export ends, in milliseconds. Default 3,600,000 (one hour). */
  readonly patienceMs?: number;
  /** The first wait during an outage, in milliseconds. Each wait is twice as long, up to a minute. Default 1,000. */
  readonly firstWaitMs?: number;
  /**
   * Whether a call that may have reached the service is repeated. Without it, the journal is written before and after
   * each call, so that no input is called twice, also after a crash. Default true.
   */
  readonly repeatable?: boolean;
  /**
   * Whether the export continues when no call has ever succeeded. Otherwise it ends at its first error that waiting
   * cannot fix (a refused connection, an unknown host, a certificate, a proxy), and after ten other errors, or equal
   * faults. Refused credentials always end it. Default false.
   */
  readonly keepGoing?: boolean;
  /** Whether failed inputs keep the reason of a fault, which may be about a person. Default false. */
  readonly faultText?: boolean;
  /** Whether to call again for the inputs that failed. Default false. */
  readonly retryErrors?: boolean;
  /** Whether to discard the journal and replace the output. Default false. */
  readonly restart?: boolean;
  /** Stops the export after the calls in flight. */
  readonly signal?: CallSignal;
  /** Called about four times per second. */
  readonly onProgress?: (progress: ExportProgress) => void;
}

type Open = "total" | "signal" | "onProgress";

export type ExportSettings<I> = Required<Omit<ExportOptions<I>, Open>> & Pick<ExportOptions<I>, Open>;

const most = Number.MAX_SAFE_INTEGER;
const RANGES = {
  concurrency: { least: 1, most, unit: "calls at a time" },
  refusals: { least: 1, most, unit: "refusals" },
  patienceMs: { least: 0, most, unit: "milliseconds" },
  firstWaitMs: { least: 1, most, unit: "milliseconds" },
  total: { least: 0, most, unit: "inputs" },
};
const SWITCHES = { repeatable: true, keepGoing: false, faultText: false, retryErrors: false, restart: false };
const DEFAULTS = {
  describe: describeInput,
  identity: {},
  inputFiles: [],
  ...{ concurrency: 8, refusals: 3, patienceMs: 3_600_000, firstWaitMs: 1_000 },
  ...SWITCHES,
};
const OPTION_NAMES: ReadonlySet<string> = new Set([
  ...["inputs", "call", "sink", "journal", "total", "signal", "onProgress"],
  ...Object.keys(DEFAULTS),
]);

/** Throws a `ConfigurationError` for a wrong option. */
export function readOptions<I>(exportOptions: ExportOptions<I>): ExportSettings<I> {
  checkKnown(checkObject("options", exportOptions), OPTION_NAMES, "exportCalls");
  const given = Object.entries(exportOptions).filter(([, value]) => value !== undefined);
  // Without a prototype, properties that other packages add to Object.prototype are not read as options.
  const options: ExportSettings<I> = Object.assign(Object.create(null), DEFAULTS, Object.fromEntries(given));
  const { sink, onProgress } = options;
  checkFunction("call", options.call);
  checkFunction("describe", options.describe);
  checkObject("sink", sink);
  const journal: Journal | undefined = options.journal ?? sink.journal;
  if (journal === undefined) throw wrongOption("journal", "a journal", "absent");
  if (sink.journal !== undefined && journal !== sink.journal)
    throw wrongOption("journal", "left out, because the sink has its own", "another journal");
  for (const [name, range] of Object.entries(RANGES)) {
    const value = options[name as keyof typeof RANGES];
    if (name !== "total" || value !== undefined) checkWithin(name, value, range);
  }
  for (const name of Object.keys(SWITCHES)) checkBoolean(name, options[name as keyof typeof SWITCHES]);
  checkSignal(options.signal);
  if (onProgress !== undefined) checkFunction("onProgress", onProgress);
  const inputs: unknown = options.inputs;
  const isIterable = [Symbol.asyncIterator, Symbol.iterator].some(
    (name) => inputs !== undefined && inputs !== null && typeof Reflect.get(Object(inputs), name) === "function",
  );
  if (!isIterable) throw wrongOption("inputs", "what can be iterated over", kindOf(inputs));
  return { ...options, journal };
}

function describeInput(input: unknown): ExportInput {
  return { key: typeof input === "object" ? textOfInput(input) : String(input) };
}
