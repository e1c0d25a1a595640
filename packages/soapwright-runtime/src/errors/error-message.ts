/** The message of an error: what happened and where, then advice, with option names that fit the reader. */
import { type Advice, adviceText, OF_CLIENT, type Reader } from "./advice";

/** What happened and where, without advice: a text, or a function that receives the reader's naming of options. */
export type ErrorSentence = string | ((name: (option: string) => string) => string);

/** The source of an error's message, kept to build the message again for another reader. */
interface MessageSource {
  readonly sentence: ErrorSentence;
  /** What happened, without text of the service; undefined if `sentence` contains none. */
  readonly logged: string | undefined;
  readonly loggedMessage: string | undefined;
  /** Whether the message ends with the advice. */
  readonly isAdvised: boolean;
}
const sources = new WeakMap<Error, MessageSource>();

/** The properties of an error of this package that its message needs. */
interface AdvisedError extends Error {
  readonly code: string;
  readonly advice: readonly Advice[];
}

/** Returns the message for an error that is being constructed. Call `keep` with the error afterwards. */
export function messageFor(
  sentence: ErrorSentence,
  advice: readonly Advice[] | undefined,
  logged?: string,
): {
  readonly message: string;
  keep(error: Error): void;
} {
  const isAdvised = advice !== undefined;
  const source: MessageSource = {
    sentence,
    logged,
    isAdvised,
    loggedMessage: logged && messageOf({ sentence: logged, isAdvised }, advice ?? [], OF_CLIENT),
  };
  return { message: messageOf(source, advice ?? [], OF_CLIENT), keep: (error) => void sources.set(error, source) };
}

function messageOf(
  { sentence, isAdvised }: Pick<MessageSource, "sentence" | "isAdvised">,
  advice: readonly Advice[],
  reader: Reader,
): string {
  const happened = textOf(sentence, reader.inSentence);
  const words = isAdvised ? adviceText(advice, reader) : "";
  return words === "" ? happened : `${closed(happened)} ${words}`;
}

function textOf(sentence: ErrorSentence, name: (option: string) => string): string {
  return typeof sentence === "string" ? sentence : sentence(name);
}

/** Returns what happened, without advice. `name` returns the reader's name of an option. */
export function happened(error: AdvisedError, name: (option: string) => string): string {
  const known = sources.get(error);
  return known === undefined ? error.message : textOf(known.sentence, name);
}

export function closed(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Returns the message of `error` for `reader`, with advice. A configuration error has advice only if it was created
 * with some. An error of another copy of the package keeps its message.
 */
export function messageForReader(error: AdvisedError, reader: Reader): string {
  const known = sources.get(error);
  if (known === undefined) return error.message;
  return messageOf({ ...known, isAdvised: known.isAdvised || error.code !== "CONFIGURATION" }, error.advice, reader);
}

/** Returns the message without text of the service, which may contain personal data. */
export function loggedMessage(error: Error): string {
  return sources.get(error)?.loggedMessage ?? error.message;
}

/** Makes logs show the message with text of the service too. */
export function showInLogs(error: Error): void {
  const known = sources.get(error);
  if (known !== undefined) sources.set(error, { ...known, logged: undefined, loggedMessage: undefined });
}

/** A change of an error's message, with facts that the code that threw it did not have. */
interface Change {
  /** Returns the replacement of what happened. `name` returns the reader's name of an option. */
  readonly sentence?: (happened: string, name: (option: string) => string) => string;
  readonly advice?: readonly Advice[];
}

/** Replaces the message of `error` by one for `reader`. An error of another copy of the package keeps its message. */
export function rewriteMessage(error: AdvisedError, reader: Reader, { sentence, advice }: Change = {}): void {
  const source = sources.get(error);
  if (source === undefined) return;
  const previousSentence = source.sentence;
  const isAdvised = source.isAdvised || advice !== undefined;
  if (advice !== undefined) Reflect.set(error, "advice", advice);
  const logged =
    source.logged === undefined || sentence === undefined ? source.logged : sentence(source.logged, reader.inSentence);
  const rewritten: MessageSource = {
    sentence: sentence === undefined ? previousSentence : (name) => sentence(textOf(previousSentence, name), name),
    isAdvised,
    logged,
    loggedMessage: logged && messageOf({ sentence: logged, isAdvised }, error.advice, reader),
  };
  sources.set(error, rewritten);
  rewrite(error, messageOf(rewritten, error.advice, reader));
}

/** Replaces the message, also at the beginning of the stack. */
function rewrite(error: AdvisedError, message: string): void {
  const before = error.message;
  if (message === before) return;
  const stack = stackOf(error);
  error.message = message;
  if (stack !== undefined) error.stack = stack.replace(before, () => message);
}

/**
 * Returns the stack of `thrown`; undefined if another package's `Error.prepareStackTrace` returns something other than
 * text, or throws.
 */
export function stackOf(thrown: object): string | undefined {
  try {
    const stack: unknown = Reflect.get(thrown, "stack");
    return typeof stack === "string" ? stack : undefined;
  } catch {
    return undefined;
  }
}
