/** The message of an error: what happened and where, then what to do, in the words of whoever reads it. */
import { type Advice, adviceInWords, OF_CLIENT, type Reader } from "./advice";

/**
 * What happened and where: text, or a function that is told what to call an option of a client in it. What to do is not in
 * it: that is `advice`.
 */
export type ErrorSentence = string | ((name: (option: string) => string) => string);

/** What an error was made of, to say it again for another reader. */
interface Told {
  readonly sentence: ErrorSentence;
  /** What happened, without the words of the service; undefined where there are none in `sentence`. */
  readonly logged: string | undefined;
  /** The message with `logged`. */
  readonly loggedMessage: string | undefined;
  /** Its message has the advice in words. */
  readonly isAdvised: boolean;
}
const told = new WeakMap<Error, Told>();

/** An error of ours, as far as it is told. */
interface Advised extends Error {
  readonly code: string;
  readonly advice: readonly Advice[];
}

/** The message of an error that is being made; `keep` it for the error when there is one. */
export function tell(
  sentence: ErrorSentence,
  advice: readonly Advice[] | undefined,
  logged?: string,
): {
  readonly message: string;
  keep(error: Error): void;
} {
  const isAdvised = advice !== undefined;
  const own: Told = {
    sentence,
    logged,
    isAdvised,
    loggedMessage: logged && messageOf({ sentence: logged, isAdvised }, advice ?? [], OF_CLIENT),
  };
  return { message: messageOf(own, advice ?? [], OF_CLIENT), keep: (error) => void told.set(error, own) };
}

function messageOf(
  { sentence, isAdvised }: Pick<Told, "sentence" | "isAdvised">,
  advice: readonly Advice[],
  reader: Reader,
): string {
  const happened = textOf(sentence, reader.inSentence);
  const words = isAdvised ? adviceInWords(advice, reader) : "";
  return words === "" ? happened : `${closed(happened)} ${words}`;
}

function textOf(sentence: ErrorSentence, name: (option: string) => string): string {
  return typeof sentence === "string" ? sentence : sentence(name);
}

/** What happened, without advice, where `name` is what the reader calls an option. */
export function happened(error: Advised, name: (option: string) => string): string {
  const known = told.get(error);
  return known === undefined ? error.message : textOf(known.sentence, name);
}

/** A sentence with its full stop. */
export function closed(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The message of `error` for `reader`, who is told what to do in any case; as it is where another copy has made it. */
export function inWordsFor(error: Advised, reader: Reader): string {
  const known = told.get(error);
  if (known === undefined) return error.message;
  return messageOf({ ...known, isAdvised: known.isAdvised || error.code !== "CONFIGURATION" }, error.advice, reader);
}

/** The message of `error` without the words of the service, which may be about a person. */
export function loggedMessage(error: Error): string {
  return told.get(error)?.loggedMessage ?? error.message;
}

/** Logs show the words of the service too. */
export function showInLogs(error: Error): void {
  const known = told.get(error);
  if (known !== undefined) told.set(error, { ...known, logged: undefined, loggedMessage: undefined });
}

/** What an error says otherwise than its thrower could know. */
interface Change {
  /** From what happened to what is to be told of it; `name` is what the reader calls an option. */
  readonly sentence?: (happened: string, name: (option: string) => string) => string;
  readonly advice?: readonly Advice[];
}

/** Says an error of ours anew, for `reader`; one that another copy of the package has made stays as it is. */
export function rewriteMessage(error: Advised, reader: Reader, { sentence, advice }: Change = {}): void {
  const known = told.get(error);
  if (known === undefined) return;
  const before = known.sentence;
  const isAdvised = known.isAdvised || advice !== undefined;
  if (advice !== undefined) Reflect.set(error, "advice", advice);
  const logged =
    known.logged === undefined || sentence === undefined ? known.logged : sentence(known.logged, reader.inSentence);
  const own: Told = {
    sentence: sentence === undefined ? before : (name) => sentence(textOf(before, name), name),
    isAdvised,
    logged,
    loggedMessage: logged && messageOf({ sentence: logged, isAdvised }, error.advice, reader),
  };
  told.set(error, own);
  rewrite(error, messageOf(own, error.advice, reader));
}

/** Another message, in the stack too. */
function rewrite(error: Advised, message: string): void {
  const before = error.message;
  if (message === before) return;
  const stack = stackOf(error);
  error.message = message;
  if (stack !== undefined) error.stack = stack.replace(before, () => message);
}

/** What another package's `Error.prepareStackTrace` makes of a stack may be no text, or fail. */
export function stackOf(thrown: object): string | undefined {
  try {
    const stack: unknown = Reflect.get(thrown, "stack");
    return typeof stack === "string" ? stack : undefined;
  } catch {
    return undefined;
  }
}
